-- A server of the first version of the schema, as pg_dump has it, with four games of two tables in it; see earlier.sh.
SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE SCHEMA fuda;
CREATE FUNCTION fuda.count_seats(which uuid[], sign integer) RETURNS void
    LANGUAGE sql
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$ INSERT INTO fuda.tally AS t SELECT e.campaign, e.game, s.player, sign * count(*), sign * count(*) FILTER (WHERE won),  sign * count(place), sign * coalesce(sum(place), 0), sign * count(*) FILTER (WHERE place = 1),  sign * count(*) FILTER (WHERE place = 2), sign * count(*) FILTER (WHERE place = 3),  sign * count(*) FILTER (WHERE place = 4), sign * count(points), sign * coalesce(sum(points), 0)  FROM fuda.ended e JOIN fuda.seat s ON s.record = e.record WHERE e.record = ANY (which) AND e.state = 'finished'  GROUP BY e.campaign, e.game, s.player ORDER BY s.player ON CONFLICT (campaign, game, player) DO UPDATE SET games = t.games + excluded.games, wins = t.wins + excluded.wins,  placed = t.placed + excluded.placed, place_sum = t.place_sum + excluded.place_sum, first = t.first + excluded.first,  second = t.second + excluded.second, third = t.third + excluded.third, fourth = t.fourth + excluded.fourth,  scored = t.scored + excluded.scored, points = t.points + excluded.points $$;
CREATE FUNCTION fuda.field(text text, n integer) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ SELECT CASE WHEN position('\' IN f) = 0 THEN f ELSE replace(replace(replace(replace(f, '\\', chr(1)),  '\t', chr(9)), '\n', chr(10)), chr(1), '\') END FROM (SELECT split_part(text, chr(9), n) AS f) x $$;
CREATE FUNCTION fuda.folded(name text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ SELECT lower(normalize(name, NFKC)) $$;
CREATE FUNCTION fuda.hear() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'fuda', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$ DECLARE better uuid[]; which uuid[]; BEGIN  SELECT array_agg(f.id), array_agg(f.record) INTO better, which FROM (SELECT DISTINCT ON (record) id, record,   (told->>'rows')::bigint AS rows FROM fresh ORDER BY record, rows DESC, id DESC) f   WHERE NOT EXISTS (SELECT 1 FROM ended e WHERE e.record = f.record AND (e.rows, e.id) >= (f.rows, f.id));  IF which IS NULL THEN RETURN NULL; END IF;  PERFORM count_seats(which, -1);  DELETE FROM seat WHERE record = ANY (which); DELETE FROM broken WHERE record = ANY (which);  DELETE FROM ended WHERE record = ANY (which);  INSERT INTO ended SELECT f.record, f.campaign, t.rows, f.id, t.state, t.game, t.day, t.lines,   to_timestamp(t.since / 1000.0), to_timestamp(t.latest / 1000.0), coalesce(t.stands, ''), coalesce(t."table", '')   FROM fresh f, jsonb_to_record(f.told) AS t(rows bigint, state text, game text, day text, lines bigint, since bigint,    latest bigint, stands text, "table" text) WHERE f.id = ANY (better);  INSERT INTO seat SELECT f.record, s.n, s.player, s.name, nullif(s.place, 0), s.won, s.points FROM fresh f,   ROWS FROM (jsonb_to_recordset(f.told->'seats') AS (player uuid, name text, place int, won boolean, points bigint))    WITH ORDINALITY AS s(player, name, place, won, points, n) WHERE f.id = ANY (better);  INSERT INTO broken SELECT f.record, b.n, b.line, b.kind, b.rule, coalesce(b.seat, ''), b.finding FROM fresh f,   ROWS FROM (jsonb_to_recordset(f.told->'findings') AS (line bigint, kind text, rule text, seat text, text text))    WITH ORDINALITY AS b(line, kind, rule, seat, finding, n) WHERE f.id = ANY (better);  INSERT INTO beside SELECT DISTINCT x.player, y.player FROM seat x JOIN seat y ON y.record = x.record AND y.seat > x.seat   WHERE x.record = ANY (which) ORDER BY 1, 2 ON CONFLICT DO NOTHING;  PERFORM count_seats(which, 1);  RETURN NULL; END $$;
CREATE FUNCTION fuda.in_turn() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN PERFORM pg_advisory_xact_lock(1718970465); RETURN NULL; END $$;
CREATE FUNCTION fuda.news() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN NOTIFY fuda_news; RETURN NULL; END $$;
CREATE FUNCTION fuda.stays() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'nothing is ever erased or rewritten' USING ERRCODE = 'insufficient_privilege'; END $$;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE fuda.added (
    number bigint NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    id uuid NOT NULL,
    campaign uuid,
    about uuid,
    text text NOT NULL,
    CONSTRAINT added_kind_check CHECK ((kind ~ '^[a-z]{1,16}$'::text)),
    CONSTRAINT added_text_check CHECK ((octet_length(text) <= 2500000))
);
ALTER TABLE fuda.added ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME fuda.added_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE fuda.beside (
    a uuid NOT NULL,
    b uuid NOT NULL
);
CREATE TABLE fuda.broken (
    record uuid NOT NULL,
    n integer NOT NULL,
    line bigint,
    kind text NOT NULL,
    rule text NOT NULL,
    seat text NOT NULL,
    finding text NOT NULL
);
CREATE VIEW fuda.campaign AS
 SELECT DISTINCT ON (added.campaign) added.campaign,
    fuda.field(added.text, 1) AS name
   FROM fuda.added
  WHERE (added.kind = 'name'::text)
  ORDER BY added.campaign, added.id DESC;
CREATE TABLE fuda.ended (
    record uuid NOT NULL,
    campaign uuid NOT NULL,
    rows bigint NOT NULL,
    id uuid NOT NULL,
    state text NOT NULL,
    game text NOT NULL,
    day text NOT NULL,
    lines bigint NOT NULL,
    since timestamp with time zone NOT NULL,
    latest timestamp with time zone NOT NULL,
    stands text NOT NULL,
    at_table text NOT NULL
);
CREATE VIEW fuda.finding AS
 SELECT c.name AS campaign,
    e.day,
    e.game,
    b.line,
    b.kind,
    b.rule,
    b.seat AS player,
    b.finding,
    e.at_table,
    e.record
   FROM ((fuda.broken b
     JOIN fuda.ended e ON ((e.record = b.record)))
     LEFT JOIN fuda.campaign c ON ((c.campaign = e.campaign)))
  WHERE (e.state <> 'withdrawn'::text)
  ORDER BY e.day, e.record, b.n;
CREATE TABLE fuda.seat (
    record uuid NOT NULL,
    seat integer NOT NULL,
    player uuid NOT NULL,
    name text NOT NULL,
    place integer,
    won boolean NOT NULL,
    points bigint
);
CREATE VIEW fuda.history AS
 SELECT c.name AS campaign,
    e.day,
    e.game,
    e.state,
    ( SELECT string_agg(((s.name || COALESCE(((' '::text || s.place) || '.'::text), ''::text)) || COALESCE(((' ('::text || s.points) || ')'::text), ''::text)), ', '::text ORDER BY s.seat) AS string_agg
           FROM fuda.seat s
          WHERE (s.record = e.record)) AS players,
    ( SELECT string_agg(s.name, ', '::text ORDER BY s.seat) AS string_agg
           FROM fuda.seat s
          WHERE ((s.record = e.record) AND s.won)) AS winner,
    e.lines,
    e.since,
    e.latest,
    e.at_table,
    e.record
   FROM (fuda.ended e
     LEFT JOIN fuda.campaign c ON ((c.campaign = e.campaign)))
  ORDER BY e.day, e.record;
CREATE VIEW fuda.person AS
 WITH RECURSIVE now AS (
         SELECT DISTINCT ON (added.about) added.campaign,
            added.about AS player,
            fuda.field(added.text, 1) AS name
           FROM fuda.added
          WHERE (added.kind = 'called'::text)
          ORDER BY added.about, added.id DESC
        ), led AS (
         SELECT DISTINCT ON (added.about) added.about AS player,
            (added.text)::uuid AS target
           FROM fuda.added
          WHERE ((added.kind = 'joined'::text) AND (added.text ~ '^[0-9a-f-]{36}$'::text))
          ORDER BY added.about, added.id DESC
        ), walk AS (
         SELECT now.player,
            now.player AS at,
            ARRAY[now.player] AS path,
            false AS ring
           FROM now
        UNION ALL
         SELECT w.player,
            l.target,
            (w.path || l.target),
            (l.target = ANY (w.path))
           FROM (walk w
             JOIN led l ON (((l.player = w.at) AND (l.target <> w.at))))
          WHERE (NOT w.ring)
        ), reached AS (
         SELECT DISTINCT ON (walk.player) walk.player,
                CASE
                    WHEN walk.ring THEN ( SELECT x.x
                       FROM unnest(walk.path[array_position(walk.path, walk.at):]) x(x)
                      ORDER BY x.x
                     LIMIT 1)
                    ELSE walk.at
                END AS at
           FROM walk
          ORDER BY walk.player, (cardinality(walk.path)) DESC
        ), root AS (
         SELECT r.player,
            n.campaign,
            first_value(n.player) OVER same AS person,
            first_value(n.name) OVER same AS name
           FROM (reached r
             JOIN now n ON ((n.player = r.at)))
          WINDOW same AS (PARTITION BY n.campaign, (fuda.folded(n.name)) ORDER BY n.player)
        )
 SELECT root.campaign,
    root.player,
    root.person,
    root.name
   FROM root;
CREATE VIEW fuda.row_called AS
 SELECT added.id,
    added.campaign,
    added.about AS of_player,
    fuda.field(added.text, 1) AS name,
    added.number
   FROM fuda.added
  WHERE (added.kind = 'called'::text);
CREATE VIEW fuda.row_campaign AS
 SELECT added.id,
    added.campaign,
    added.number
   FROM fuda.added
  WHERE (added.kind = 'campaign'::text);
CREATE VIEW fuda.row_deck AS
 SELECT added.id,
    added.campaign,
    fuda.field(added.text, 1) AS hash,
    fuda.field(added.text, 2) AS deck,
    added.number
   FROM fuda.added
  WHERE (added.kind = 'deck'::text);
CREATE VIEW fuda.row_house AS
 SELECT added.id,
    added.campaign,
    fuda.field(added.text, 1) AS day,
    fuda.field(added.text, 2) AS option,
    fuda.field(added.text, 3) AS value,
    added.number
   FROM fuda.added
  WHERE (added.kind = 'house'::text);
CREATE VIEW fuda.row_joined AS
 SELECT added.id,
    added.campaign,
    added.about AS of_player,
    fuda.field(added.text, 1) AS target,
    added.number
   FROM fuda.added
  WHERE (added.kind = 'joined'::text);
CREATE VIEW fuda.row_line AS
 SELECT added.id,
    added.campaign,
    added.about AS of_record,
    to_timestamp(((((fuda.field(added.text, 1))::bigint)::numeric / 1000.0))::double precision) AS "time",
    fuda.field(added.text, 2) AS author,
    fuda.field(added.text, 3) AS line,
    added.number
   FROM fuda.added
  WHERE (added.kind = 'line'::text);
CREATE VIEW fuda.row_name AS
 SELECT added.id,
    added.campaign,
    fuda.field(added.text, 1) AS name,
    added.number
   FROM fuda.added
  WHERE (added.kind = 'name'::text);
CREATE VIEW fuda.row_player AS
 SELECT added.id,
    added.campaign,
    added.number
   FROM fuda.added
  WHERE (added.kind = 'player'::text);
CREATE VIEW fuda.row_record AS
 SELECT added.id,
    added.campaign,
    fuda.field(added.text, 1) AS game,
    fuda.field(added.text, 2) AS day,
    fuda.field(added.text, 3) AS rules,
    fuda.field(added.text, 4) AS pack,
    fuda.field(added.text, 5) AS pack_hash,
    (fuda.field(added.text, 6))::integer AS seats,
    added.number
   FROM fuda.added
  WHERE (added.kind = 'record'::text);
CREATE VIEW fuda.row_table AS
 SELECT added.id,
    added.campaign,
    added.about AS of_record,
    fuda.field(added.text, 1) AS name,
    added.number
   FROM fuda.added
  WHERE (added.kind = 'table'::text);
CREATE VIEW fuda.row_taken AS
 SELECT added.id,
    added.campaign,
    added.about AS of_record,
    fuda.field(added.text, 1) AS line,
    (fuda.field(added.text, 2) = '1'::text) AS withdrawn,
    added.number
   FROM fuda.added
  WHERE (added.kind = 'taken'::text);
CREATE VIEW fuda.row_uses AS
 SELECT added.id,
    added.campaign,
    added.about AS of_record,
    fuda.field(added.text, 1) AS name,
    fuda.field(added.text, 2) AS hash,
    added.number
   FROM fuda.added
  WHERE (added.kind = 'uses'::text);
CREATE TABLE fuda.tally (
    campaign uuid NOT NULL,
    game text NOT NULL,
    player uuid NOT NULL,
    games bigint DEFAULT 0 NOT NULL,
    wins bigint DEFAULT 0 NOT NULL,
    placed bigint DEFAULT 0 NOT NULL,
    place_sum bigint DEFAULT 0 NOT NULL,
    first bigint DEFAULT 0 NOT NULL,
    second bigint DEFAULT 0 NOT NULL,
    third bigint DEFAULT 0 NOT NULL,
    fourth bigint DEFAULT 0 NOT NULL,
    scored bigint DEFAULT 0 NOT NULL,
    points bigint DEFAULT 0 NOT NULL
);
CREATE VIEW fuda.standing AS
 WITH who AS MATERIALIZED (
         SELECT person.campaign,
            person.player,
            person.person,
            person.name
           FROM fuda.person
        ), pair AS MATERIALIZED (
         SELECT b.a,
            b.b,
            p.campaign,
            p.person
           FROM (fuda.beside b
             JOIN who p ON ((p.player = b.a)))
        ), same AS MATERIALIZED (
         SELECT f.a,
            f.b,
            f.campaign,
            f.person
           FROM (pair f
             JOIN who q ON (((q.player = f.b) AND (q.person = f.person) AND (q.campaign = f.campaign))))
        ), doubled AS (
         SELECT DISTINCT x.record,
            b.campaign,
            b.person
           FROM ((same b
             JOIN fuda.seat x ON ((x.player = b.a)))
             JOIN fuda.seat y ON (((y.player = b.b) AND (y.record = x.record) AND (y.seat > x.seat))))
        ), twice AS MATERIALIZED (
         SELECT e.campaign,
            e.game,
            d.person,
            p.name,
            s.record,
            s.seat,
            s.won,
            s.place,
            s.points
           FROM (((doubled d
             JOIN fuda.seat s ON ((s.record = d.record)))
             JOIN who p ON (((p.player = s.player) AND (p.person = d.person))))
             JOIN fuda.ended e ON (((e.record = s.record) AND (e.campaign = d.campaign))))
          WHERE (e.state = 'finished'::text)
        ), better AS (
         SELECT DISTINCT ON (twice.record, twice.person) twice.campaign,
            twice.game,
            twice.person,
            twice.name,
            bool_or(twice.won) OVER one AS won,
            twice.place,
            twice.points
           FROM twice
          WINDOW one AS (PARTITION BY twice.record, twice.person)
          ORDER BY twice.record, twice.person, twice.place,
                CASE
                    WHEN (twice.place IS NULL) THEN (- twice.seat)
                    ELSE twice.seat
                END
        ), counted AS (
         SELECT t_1.campaign,
            t_1.game,
            p.person,
            p.name,
            t_1.games,
            t_1.wins,
            t_1.placed,
            t_1.place_sum,
            t_1.first,
            t_1.second,
            t_1.third,
            t_1.fourth,
            t_1.scored,
            t_1.points
           FROM (fuda.tally t_1
             JOIN who p ON (((p.player = t_1.player) AND (p.campaign = t_1.campaign))))
        UNION ALL
         SELECT x.campaign,
            x.game,
            x.person,
            x.name,
            x.sign,
            (x.sign * (x.won)::integer),
            (x.sign * ((x.place IS NOT NULL))::integer),
            (x.sign * COALESCE(x.place, 0)),
            (x.sign * (COALESCE((x.place = 1), false))::integer),
            (x.sign * (COALESCE((x.place = 2), false))::integer),
            (x.sign * (COALESCE((x.place = 3), false))::integer),
            (x.sign * (COALESCE((x.place = 4), false))::integer),
            (x.sign * ((x.points IS NOT NULL))::integer),
            (x.sign * COALESCE(x.points, (0)::bigint))
           FROM ( SELECT '-1'::integer AS sign,
                    twice.campaign,
                    twice.game,
                    twice.person,
                    twice.name,
                    twice.won,
                    twice.place,
                    twice.points
                   FROM twice
                UNION ALL
                 SELECT 1,
                    better.campaign,
                    better.game,
                    better.person,
                    better.name,
                    better.won,
                    better.place,
                    better.points
                   FROM better) x
        )
 SELECT c.name AS campaign,
    t.game,
    t.name AS player,
    (sum(t.games))::bigint AS games,
    (sum(t.wins))::bigint AS wins,
    round((sum(t.place_sum) / NULLIF(sum(t.placed), (0)::numeric)), 2) AS average_place,
    (sum(t.first))::bigint AS first,
    (sum(t.second))::bigint AS second,
    (sum(t.third))::bigint AS third,
    (sum(t.fourth))::bigint AS fourth,
        CASE
            WHEN (sum(t.scored) > (0)::numeric) THEN (sum(t.points))::bigint
            ELSE NULL::bigint
        END AS points,
    ((sum(t.games) - sum(t.placed)))::bigint AS unplaced,
    (sum(t.placed))::bigint AS placed,
    (sum(t.place_sum))::bigint AS place_sum,
    (sum(t.scored))::bigint AS scored,
    t.campaign AS campaign_id,
    t.person AS player_id
   FROM (counted t
     LEFT JOIN fuda.campaign c ON ((c.campaign = t.campaign)))
  GROUP BY t.campaign, c.name, t.game, t.person, t.name
 HAVING (sum(t.games) > (0)::numeric)
  ORDER BY c.name, t.game, ((sum(t.wins))::bigint) DESC, ((sum(t.games))::bigint), t.name;
CREATE VIEW fuda.table_now AS
 SELECT c.name AS campaign,
    e.at_table,
    e.game,
    ( SELECT string_agg((s.name || COALESCE(((' ('::text || s.points) || ')'::text), ''::text)), ', '::text ORDER BY s.seat) AS string_agg
           FROM fuda.seat s
          WHERE (s.record = e.record)) AS players,
    e.stands,
    e.lines,
    e.since,
    e.latest,
    e.record
   FROM (fuda.ended e
     LEFT JOIN fuda.campaign c ON ((c.campaign = e.campaign)))
  WHERE ((e.state = 'open'::text) AND (e.latest > (now() - '12:00:00'::interval)))
  ORDER BY e.at_table, e.since;
CREATE TABLE fuda.told (
    number bigint NOT NULL,
    id uuid NOT NULL,
    campaign uuid NOT NULL,
    record uuid NOT NULL,
    told jsonb NOT NULL,
    CONSTRAINT told_told_check CHECK ((octet_length((told)::text) <= 1000000))
);
ALTER TABLE fuda.told ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME fuda.told_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE fuda.version (
    version integer NOT NULL,
    "least" integer NOT NULL
);
INSERT INTO fuda.added OVERRIDING SYSTEM VALUE VALUES (1, 'campaign', '01a222dc-9b82-76b8-b8cd-bb13d0ce68d2', '01a222dc-9b82-76b8-b8cd-bb13d0ce68d2', NULL, '');
INSERT INTO fuda.added OVERRIDING SYSTEM VALUE VALUES (2, 'name', '01a222dc-9b82-76b8-b8cd-bb14d0ce68d2', '01a222dc-9b82-76b8-b8cd-bb13d0ce68d2', NULL, 'league');
INSERT INTO fuda.added OVERRIDING SYSTEM VALUE VALUES (3, 'player', '01a222dc-9b87-74f3-b524-edc65c276081', '01a222dc-9b82-76b8-b8cd-bb13d0ce68d2', NULL, '');
INSERT INTO fuda.added OVERRIDING SYSTEM VALUE VALUES (4, 'player', '01a222dc-9b88-72c2-9d70-a6945b97faa1', '01a222dc-9b82-76b8-b8cd-bb13d0ce68d2', NULL, '');
INSERT INTO fuda.added OVERRIDING SYSTEM VALUE VALUES (5, 'player', '01a222dc-9b88-72c2-9d70-a6965b97faa1', '01a222dc-9b82-76b8-b8cd-bb13d0ce68d2', NULL, '');
INSERT INTO fuda.added OVERRIDING SYSTEM VALUE VALUES (6, 'player', '01a222dc-9b88-72c2-9d70-a69a5b97faa1', '01a222dc-9b82-76b8-b8cd-bb13d0ce68d2', NULL, '');
INSERT INTO fuda.added OVERRIDING SYSTEM VALUE VALUES (7, 'player', '01a222dc-9b88-72c2-9d70-a69c5b97faa1', '01a222dc-9b82-76b8-b8cd-bb13d0ce68d2', NULL, '');
INSERT INTO fuda.added OVERRIDING SYSTEM VALUE VALUES (8, 'called', '01a222dc-9b87-74f3-b524-edc75c276081', '01a222dc-9b82-76b8-b8cd-bb13d0ce68d2', '01a222dc-9b87-74f3-b524-edc65c276081', 'Straße');
INSERT INTO fuda.added OVERRIDING SYSTEM VALUE VALUES (9, 'called', '01a222dc-9b88-72c2-9d70-a6955b97faa1', '01a222dc-9b82-76b8-b8cd-bb13d0ce68d2', '01a222dc-9b88-72c2-9d70-a6945b97faa1', 'Bo');
INSERT INTO fuda.added OVERRIDING SYSTEM VALUE VALUES (10, 'called', '01a222dc-9b88-72c2-9d70-a6975b97faa1', '01a222dc-9b82-76b8-b8cd-bb13d0ce68d2', '01a222dc-9b88-72c2-9d70-a6965b97faa1', 'Chie');
INSERT INTO fuda.added OVERRIDING SYSTEM VALUE VALUES (11, 'called', '01a222dc-9b88-72c2-9d70-a69b5b97faa1', '01a222dc-9b82-76b8-b8cd-bb13d0ce68d2', '01a222dc-9b88-72c2-9d70-a69a5b97faa1', 'Zoë');
INSERT INTO fuda.added OVERRIDING SYSTEM VALUE VALUES (12, 'called', '01a222dc-9b88-72c2-9d70-a69d5b97faa1', '01a222dc-9b82-76b8-b8cd-bb13d0ce68d2', '01a222dc-9b88-72c2-9d70-a69c5b97faa1', 'ZOË');
INSERT INTO fuda.added OVERRIDING SYSTEM VALUE VALUES (13, 'record', '01a222dc-9b87-74f3-b524-edc55c276081', '01a222dc-9b82-76b8-b8cd-bb13d0ce68d2', NULL, 'haratama	2026-01-10	0.1			3	01a222dc-9b87-74f3-b524-edc65c276081	Straße	01a222dc-9b88-72c2-9d70-a6945b97faa1	Bo	01a222dc-9b88-72c2-9d70-a6965b97faa1	Chie');
INSERT INTO fuda.added OVERRIDING SYSTEM VALUE VALUES (14, 'record', '01a222dc-9b88-72c2-9d70-a6995b97faa1', '01a222dc-9b82-76b8-b8cd-bb13d0ce68d2', NULL, 'haratama	2026-01-11	0.1			3	01a222dc-9b88-72c2-9d70-a69a5b97faa1	Zoë	01a222dc-9b88-72c2-9d70-a69c5b97faa1	ZOË	01a222dc-9b88-72c2-9d70-a6945b97faa1	Bo');
INSERT INTO fuda.added OVERRIDING SYSTEM VALUE VALUES (15, 'line', '01a222dc-9b88-72c2-9d70-a6985b97faa1', '01a222dc-9b82-76b8-b8cd-bb13d0ce68d2', '01a222dc-9b87-74f3-b524-edc55c276081', '1795881212808		result Straße=-3 Bo=-4 Chie=-5');
INSERT INTO fuda.added OVERRIDING SYSTEM VALUE VALUES (16, 'line', '01a222dc-9b88-72c2-9d70-a69e5b97faa1', '01a222dc-9b82-76b8-b8cd-bb13d0ce68d2', '01a222dc-9b88-72c2-9d70-a6995b97faa1', '1795881212808		result Zoë=-3 ZOË=-4 Bo=-5');
INSERT INTO fuda.added OVERRIDING SYSTEM VALUE VALUES (17, 'table', '01a222dc-9c0c-7179-b125-0230fbd3f8f7', '01a222dc-9b82-76b8-b8cd-bb13d0ce68d2', '01a222dc-9b87-74f3-b524-edc55c276081', 'Table 1');
INSERT INTO fuda.added OVERRIDING SYSTEM VALUE VALUES (18, 'table', '01a222dc-9c0d-72c9-bc1b-daf883dce3e6', '01a222dc-9b82-76b8-b8cd-bb13d0ce68d2', '01a222dc-9b88-72c2-9d70-a6995b97faa1', 'Table 1');
INSERT INTO fuda.added OVERRIDING SYSTEM VALUE VALUES (19, 'record', '01a222dc-9cb1-714c-8b40-8769eb9f0753', '01a222dc-9b82-76b8-b8cd-bb13d0ce68d2', NULL, 'haratama	2026-01-12	0.1			3	01a222dc-9b87-74f3-b524-edc65c276081	STRASSE	01a222dc-9b88-72c2-9d70-a6945b97faa1	Bo	01a222dc-9b88-72c2-9d70-a6965b97faa1	Chie');
INSERT INTO fuda.added OVERRIDING SYSTEM VALUE VALUES (20, 'line', '01a222dc-9cb1-714c-8b40-876aeb9f0753', '01a222dc-9b82-76b8-b8cd-bb13d0ce68d2', '01a222dc-9cb1-714c-8b40-8769eb9f0753', '1795881213105		result STRASSE=-3 Bo=-4 Chie=-5');
INSERT INTO fuda.added OVERRIDING SYSTEM VALUE VALUES (21, 'record', '01a222dc-9cb2-7105-abd1-cdae3cf534c0', '01a222dc-9b82-76b8-b8cd-bb13d0ce68d2', NULL, 'haratama	2026-01-13	0.1			3	01a222dc-9b88-72c2-9d70-a69a5b97faa1	Zoë	01a222dc-9b88-72c2-9d70-a6965b97faa1	Chie	01a222dc-9b88-72c2-9d70-a6945b97faa1	Bo');
INSERT INTO fuda.added OVERRIDING SYSTEM VALUE VALUES (22, 'line', '01a222dc-9cb2-7105-abd1-cdaf3cf534c0', '01a222dc-9b82-76b8-b8cd-bb13d0ce68d2', '01a222dc-9cb2-7105-abd1-cdae3cf534c0', '1795881213106		result Zoë=-3 Chie=-4 Bo=-5');
INSERT INTO fuda.added OVERRIDING SYSTEM VALUE VALUES (23, 'table', '01a222dc-9cd7-7052-a8f2-1e47fabb1893', '01a222dc-9b82-76b8-b8cd-bb13d0ce68d2', '01a222dc-9cb1-714c-8b40-8769eb9f0753', 'Table 2');
INSERT INTO fuda.added OVERRIDING SYSTEM VALUE VALUES (24, 'table', '01a222dc-9cd8-7527-8a1c-c5f0668dfa0f', '01a222dc-9b82-76b8-b8cd-bb13d0ce68d2', '01a222dc-9cb2-7105-abd1-cdae3cf534c0', 'Table 2');
INSERT INTO fuda.beside VALUES ('01a222dc-9b87-74f3-b524-edc65c276081', '01a222dc-9b88-72c2-9d70-a6945b97faa1');
INSERT INTO fuda.beside VALUES ('01a222dc-9b87-74f3-b524-edc65c276081', '01a222dc-9b88-72c2-9d70-a6965b97faa1');
INSERT INTO fuda.beside VALUES ('01a222dc-9b88-72c2-9d70-a6945b97faa1', '01a222dc-9b88-72c2-9d70-a6965b97faa1');
INSERT INTO fuda.beside VALUES ('01a222dc-9b88-72c2-9d70-a69a5b97faa1', '01a222dc-9b88-72c2-9d70-a6945b97faa1');
INSERT INTO fuda.beside VALUES ('01a222dc-9b88-72c2-9d70-a69a5b97faa1', '01a222dc-9b88-72c2-9d70-a69c5b97faa1');
INSERT INTO fuda.beside VALUES ('01a222dc-9b88-72c2-9d70-a69c5b97faa1', '01a222dc-9b88-72c2-9d70-a6945b97faa1');
INSERT INTO fuda.beside VALUES ('01a222dc-9b88-72c2-9d70-a6965b97faa1', '01a222dc-9b88-72c2-9d70-a6945b97faa1');
INSERT INTO fuda.beside VALUES ('01a222dc-9b88-72c2-9d70-a69a5b97faa1', '01a222dc-9b88-72c2-9d70-a6965b97faa1');
INSERT INTO fuda.ended VALUES ('01a222dc-9b88-72c2-9d70-a6995b97faa1', '01a222dc-9b82-76b8-b8cd-bb13d0ce68d2', 2, '01a222dc-9b88-72c2-9df0-cd80cd3462e8', 'finished', 'haratama', '2026-01-11', 1, '2026-11-28 15:53:32.808+00', '2026-11-28 15:53:32.808+00', 'R1', 'Table 1');
INSERT INTO fuda.ended VALUES ('01a222dc-9b87-74f3-b524-edc55c276081', '01a222dc-9b82-76b8-b8cd-bb13d0ce68d2', 2, '01a222dc-9b87-74f3-b5e6-95679087b2f2', 'finished', 'haratama', '2026-01-10', 1, '2026-11-28 15:53:32.807+00', '2026-11-28 15:53:32.808+00', 'R1', 'Table 1');
INSERT INTO fuda.ended VALUES ('01a222dc-9cb2-7105-abd1-cdae3cf534c0', '01a222dc-9b82-76b8-b8cd-bb13d0ce68d2', 2, '01a222dc-9cb2-7105-abb1-e370b917769f', 'finished', 'haratama', '2026-01-13', 1, '2026-11-28 15:53:33.106+00', '2026-11-28 15:53:33.106+00', 'R1', 'Table 2');
INSERT INTO fuda.ended VALUES ('01a222dc-9cb1-714c-8b40-8769eb9f0753', '01a222dc-9b82-76b8-b8cd-bb13d0ce68d2', 2, '01a222dc-9cb1-714c-8b8c-c16460632d08', 'finished', 'haratama', '2026-01-12', 1, '2026-11-28 15:53:33.105+00', '2026-11-28 15:53:33.105+00', 'R1', 'Table 2');
INSERT INTO fuda.seat VALUES ('01a222dc-9b88-72c2-9d70-a6995b97faa1', 1, '01a222dc-9b88-72c2-9d70-a69a5b97faa1', 'Zoë', 1, true, -3);
INSERT INTO fuda.seat VALUES ('01a222dc-9b88-72c2-9d70-a6995b97faa1', 2, '01a222dc-9b88-72c2-9d70-a69c5b97faa1', 'ZOË', 2, false, -4);
INSERT INTO fuda.seat VALUES ('01a222dc-9b88-72c2-9d70-a6995b97faa1', 3, '01a222dc-9b88-72c2-9d70-a6945b97faa1', 'Bo', 3, false, -5);
INSERT INTO fuda.seat VALUES ('01a222dc-9b87-74f3-b524-edc55c276081', 1, '01a222dc-9b87-74f3-b524-edc65c276081', 'Straße', 1, true, -3);
INSERT INTO fuda.seat VALUES ('01a222dc-9b87-74f3-b524-edc55c276081', 2, '01a222dc-9b88-72c2-9d70-a6945b97faa1', 'Bo', 2, false, -4);
INSERT INTO fuda.seat VALUES ('01a222dc-9b87-74f3-b524-edc55c276081', 3, '01a222dc-9b88-72c2-9d70-a6965b97faa1', 'Chie', 3, false, -5);
INSERT INTO fuda.seat VALUES ('01a222dc-9cb2-7105-abd1-cdae3cf534c0', 1, '01a222dc-9b88-72c2-9d70-a69a5b97faa1', 'Zoë', 1, true, -3);
INSERT INTO fuda.seat VALUES ('01a222dc-9cb2-7105-abd1-cdae3cf534c0', 2, '01a222dc-9b88-72c2-9d70-a6965b97faa1', 'Chie', 2, false, -4);
INSERT INTO fuda.seat VALUES ('01a222dc-9cb2-7105-abd1-cdae3cf534c0', 3, '01a222dc-9b88-72c2-9d70-a6945b97faa1', 'Bo', 3, false, -5);
INSERT INTO fuda.seat VALUES ('01a222dc-9cb1-714c-8b40-8769eb9f0753', 1, '01a222dc-9b87-74f3-b524-edc65c276081', 'STRASSE', 1, true, -3);
INSERT INTO fuda.seat VALUES ('01a222dc-9cb1-714c-8b40-8769eb9f0753', 2, '01a222dc-9b88-72c2-9d70-a6945b97faa1', 'Bo', 2, false, -4);
INSERT INTO fuda.seat VALUES ('01a222dc-9cb1-714c-8b40-8769eb9f0753', 3, '01a222dc-9b88-72c2-9d70-a6965b97faa1', 'Chie', 3, false, -5);
INSERT INTO fuda.tally VALUES ('01a222dc-9b82-76b8-b8cd-bb13d0ce68d2', 'haratama', '01a222dc-9b88-72c2-9d70-a69c5b97faa1', 1, 0, 1, 2, 0, 1, 0, 0, 1, -4);
INSERT INTO fuda.tally VALUES ('01a222dc-9b82-76b8-b8cd-bb13d0ce68d2', 'haratama', '01a222dc-9b87-74f3-b524-edc65c276081', 2, 2, 2, 2, 2, 0, 0, 0, 2, -6);
INSERT INTO fuda.tally VALUES ('01a222dc-9b82-76b8-b8cd-bb13d0ce68d2', 'haratama', '01a222dc-9b88-72c2-9d70-a6945b97faa1', 4, 0, 4, 10, 0, 2, 2, 0, 4, -18);
INSERT INTO fuda.tally VALUES ('01a222dc-9b82-76b8-b8cd-bb13d0ce68d2', 'haratama', '01a222dc-9b88-72c2-9d70-a6965b97faa1', 3, 0, 3, 8, 0, 1, 2, 0, 3, -14);
INSERT INTO fuda.tally VALUES ('01a222dc-9b82-76b8-b8cd-bb13d0ce68d2', 'haratama', '01a222dc-9b88-72c2-9d70-a69a5b97faa1', 2, 2, 2, 2, 2, 0, 0, 0, 2, -6);
INSERT INTO fuda.told OVERRIDING SYSTEM VALUE VALUES (1, '01a222dc-9b88-72c2-9df0-cd80cd3462e8', '01a222dc-9b82-76b8-b8cd-bb13d0ce68d2', '01a222dc-9b88-72c2-9d70-a6995b97faa1', '{"day": "2026-01-11", "game": "haratama", "rows": 2, "lines": 1, "seats": [{"won": true, "name": "Zoë", "place": 1, "player": "01a222dc-9b88-72c2-9d70-a69a5b97faa1", "points": -3}, {"won": false, "name": "ZOË", "place": 2, "player": "01a222dc-9b88-72c2-9d70-a69c5b97faa1", "points": -4}, {"won": false, "name": "Bo", "place": 3, "player": "01a222dc-9b88-72c2-9d70-a6945b97faa1", "points": -5}], "since": 1795881212808, "state": "finished", "table": "Table 1", "latest": 1795881212808, "stands": "R1", "findings": []}');
INSERT INTO fuda.told OVERRIDING SYSTEM VALUE VALUES (2, '01a222dc-9b87-74f3-b5e6-95679087b2f2', '01a222dc-9b82-76b8-b8cd-bb13d0ce68d2', '01a222dc-9b87-74f3-b524-edc55c276081', '{"day": "2026-01-10", "game": "haratama", "rows": 2, "lines": 1, "seats": [{"won": true, "name": "Straße", "place": 1, "player": "01a222dc-9b87-74f3-b524-edc65c276081", "points": -3}, {"won": false, "name": "Bo", "place": 2, "player": "01a222dc-9b88-72c2-9d70-a6945b97faa1", "points": -4}, {"won": false, "name": "Chie", "place": 3, "player": "01a222dc-9b88-72c2-9d70-a6965b97faa1", "points": -5}], "since": 1795881212807, "state": "finished", "table": "Table 1", "latest": 1795881212808, "stands": "R1", "findings": []}');
INSERT INTO fuda.told OVERRIDING SYSTEM VALUE VALUES (3, '01a222dc-9cb2-7105-abb1-e370b917769f', '01a222dc-9b82-76b8-b8cd-bb13d0ce68d2', '01a222dc-9cb2-7105-abd1-cdae3cf534c0', '{"day": "2026-01-13", "game": "haratama", "rows": 2, "lines": 1, "seats": [{"won": true, "name": "Zoë", "place": 1, "player": "01a222dc-9b88-72c2-9d70-a69a5b97faa1", "points": -3}, {"won": false, "name": "Chie", "place": 2, "player": "01a222dc-9b88-72c2-9d70-a6965b97faa1", "points": -4}, {"won": false, "name": "Bo", "place": 3, "player": "01a222dc-9b88-72c2-9d70-a6945b97faa1", "points": -5}], "since": 1795881213106, "state": "finished", "table": "Table 2", "latest": 1795881213106, "stands": "R1", "findings": []}');
INSERT INTO fuda.told OVERRIDING SYSTEM VALUE VALUES (4, '01a222dc-9cb1-714c-8b8c-c16460632d08', '01a222dc-9b82-76b8-b8cd-bb13d0ce68d2', '01a222dc-9cb1-714c-8b40-8769eb9f0753', '{"day": "2026-01-12", "game": "haratama", "rows": 2, "lines": 1, "seats": [{"won": true, "name": "STRASSE", "place": 1, "player": "01a222dc-9b87-74f3-b524-edc65c276081", "points": -3}, {"won": false, "name": "Bo", "place": 2, "player": "01a222dc-9b88-72c2-9d70-a6945b97faa1", "points": -4}, {"won": false, "name": "Chie", "place": 3, "player": "01a222dc-9b88-72c2-9d70-a6965b97faa1", "points": -5}], "since": 1795881213105, "state": "finished", "table": "Table 2", "latest": 1795881213105, "stands": "R1", "findings": []}');
INSERT INTO fuda.version VALUES (1, 1);
SELECT pg_catalog.setval('fuda.added_number_seq', 24, true);
SELECT pg_catalog.setval('fuda.told_number_seq', 4, true);
ALTER TABLE ONLY fuda.added
    ADD CONSTRAINT added_number_key UNIQUE (number);
ALTER TABLE ONLY fuda.added
    ADD CONSTRAINT added_pkey PRIMARY KEY (kind, id);
ALTER TABLE ONLY fuda.beside
    ADD CONSTRAINT beside_pkey PRIMARY KEY (a, b);
ALTER TABLE ONLY fuda.broken
    ADD CONSTRAINT broken_pkey PRIMARY KEY (record, n);
ALTER TABLE ONLY fuda.ended
    ADD CONSTRAINT ended_pkey PRIMARY KEY (record);
ALTER TABLE ONLY fuda.seat
    ADD CONSTRAINT seat_pkey PRIMARY KEY (record, seat);
ALTER TABLE ONLY fuda.tally
    ADD CONSTRAINT tally_pkey PRIMARY KEY (campaign, game, player);
ALTER TABLE ONLY fuda.told
    ADD CONSTRAINT told_id_key UNIQUE (id);
ALTER TABLE ONLY fuda.told
    ADD CONSTRAINT told_pkey PRIMARY KEY (number);
CREATE INDEX added_names ON fuda.added USING btree (kind, about, id) WHERE (kind = ANY (ARRAY['name'::text, 'called'::text, 'joined'::text]));
CREATE INDEX ended_open ON fuda.ended USING btree (latest) WHERE (state = 'open'::text);
CREATE INDEX seat_of ON fuda.seat USING btree (player, record);
CREATE TRIGGER hear AFTER INSERT ON fuda.told REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION fuda.hear();
CREATE TRIGGER in_turn BEFORE INSERT ON fuda.added FOR EACH STATEMENT EXECUTE FUNCTION fuda.in_turn();
CREATE TRIGGER in_turn BEFORE INSERT ON fuda.told FOR EACH STATEMENT EXECUTE FUNCTION fuda.in_turn();
CREATE TRIGGER news AFTER INSERT ON fuda.added FOR EACH STATEMENT EXECUTE FUNCTION fuda.news();
CREATE TRIGGER stays BEFORE DELETE OR UPDATE OR TRUNCATE ON fuda.added FOR EACH STATEMENT EXECUTE FUNCTION fuda.stays();
CREATE TRIGGER stays BEFORE DELETE OR UPDATE OR TRUNCATE ON fuda.told FOR EACH STATEMENT EXECUTE FUNCTION fuda.stays();
GRANT USAGE ON SCHEMA fuda TO fuda_table;
GRANT USAGE ON SCHEMA fuda TO fuda_reader;
REVOKE ALL ON FUNCTION fuda.count_seats(which uuid[], sign integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION fuda.hear() FROM PUBLIC;
GRANT SELECT ON TABLE fuda.added TO fuda_table;
GRANT SELECT ON TABLE fuda.added TO fuda_reader;
GRANT INSERT(kind) ON TABLE fuda.added TO fuda_table;
GRANT INSERT(id) ON TABLE fuda.added TO fuda_table;
GRANT INSERT(campaign) ON TABLE fuda.added TO fuda_table;
GRANT INSERT(about) ON TABLE fuda.added TO fuda_table;
GRANT INSERT(text) ON TABLE fuda.added TO fuda_table;
GRANT SELECT ON TABLE fuda.beside TO fuda_table;
GRANT SELECT ON TABLE fuda.beside TO fuda_reader;
GRANT SELECT ON TABLE fuda.broken TO fuda_table;
GRANT SELECT ON TABLE fuda.broken TO fuda_reader;
GRANT SELECT ON TABLE fuda.campaign TO fuda_table;
GRANT SELECT ON TABLE fuda.campaign TO fuda_reader;
GRANT SELECT ON TABLE fuda.ended TO fuda_table;
GRANT SELECT ON TABLE fuda.ended TO fuda_reader;
GRANT SELECT ON TABLE fuda.finding TO fuda_table;
GRANT SELECT ON TABLE fuda.finding TO fuda_reader;
GRANT SELECT ON TABLE fuda.seat TO fuda_table;
GRANT SELECT ON TABLE fuda.seat TO fuda_reader;
GRANT SELECT ON TABLE fuda.history TO fuda_table;
GRANT SELECT ON TABLE fuda.history TO fuda_reader;
GRANT SELECT ON TABLE fuda.person TO fuda_table;
GRANT SELECT ON TABLE fuda.person TO fuda_reader;
GRANT SELECT ON TABLE fuda.row_called TO fuda_table;
GRANT SELECT ON TABLE fuda.row_called TO fuda_reader;
GRANT SELECT ON TABLE fuda.row_campaign TO fuda_table;
GRANT SELECT ON TABLE fuda.row_campaign TO fuda_reader;
GRANT SELECT ON TABLE fuda.row_deck TO fuda_table;
GRANT SELECT ON TABLE fuda.row_deck TO fuda_reader;
GRANT SELECT ON TABLE fuda.row_house TO fuda_table;
GRANT SELECT ON TABLE fuda.row_house TO fuda_reader;
GRANT SELECT ON TABLE fuda.row_joined TO fuda_table;
GRANT SELECT ON TABLE fuda.row_joined TO fuda_reader;
GRANT SELECT ON TABLE fuda.row_line TO fuda_table;
GRANT SELECT ON TABLE fuda.row_line TO fuda_reader;
GRANT SELECT ON TABLE fuda.row_name TO fuda_table;
GRANT SELECT ON TABLE fuda.row_name TO fuda_reader;
GRANT SELECT ON TABLE fuda.row_player TO fuda_table;
GRANT SELECT ON TABLE fuda.row_player TO fuda_reader;
GRANT SELECT ON TABLE fuda.row_record TO fuda_table;
GRANT SELECT ON TABLE fuda.row_record TO fuda_reader;
GRANT SELECT ON TABLE fuda.row_table TO fuda_table;
GRANT SELECT ON TABLE fuda.row_table TO fuda_reader;
GRANT SELECT ON TABLE fuda.row_taken TO fuda_table;
GRANT SELECT ON TABLE fuda.row_taken TO fuda_reader;
GRANT SELECT ON TABLE fuda.row_uses TO fuda_table;
GRANT SELECT ON TABLE fuda.row_uses TO fuda_reader;
GRANT SELECT ON TABLE fuda.tally TO fuda_table;
GRANT SELECT ON TABLE fuda.tally TO fuda_reader;
GRANT SELECT ON TABLE fuda.standing TO fuda_table;
GRANT SELECT ON TABLE fuda.standing TO fuda_reader;
GRANT SELECT ON TABLE fuda.table_now TO fuda_table;
GRANT SELECT ON TABLE fuda.table_now TO fuda_reader;
GRANT SELECT ON TABLE fuda.told TO fuda_table;
GRANT SELECT ON TABLE fuda.told TO fuda_reader;
GRANT INSERT(id) ON TABLE fuda.told TO fuda_table;
GRANT INSERT(campaign) ON TABLE fuda.told TO fuda_table;
GRANT INSERT(record) ON TABLE fuda.told TO fuda_table;
GRANT INSERT(told) ON TABLE fuda.told TO fuda_table;
GRANT SELECT ON TABLE fuda.version TO fuda_table;
GRANT SELECT ON TABLE fuda.version TO fuda_reader;
