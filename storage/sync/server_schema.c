/*
 * The server's schema, version by version: what a club's PostgreSQL keeps, and what it answers to
 * tools of others.
 *
 *     added      rows of all stores (storage/row_kinds.h), in the order of their numbers
 *     told       what came of a record, as the store says that keeps it
 *                both are only ever added to, by grants and by triggers
 *     ended, seat, broken, tally     from `told`: of each record the word of who knew most of its
 *                                    rows
 *     folding    names as they are compared: PostgreSQL folds no case of all scripts, so stores say
 *                it
 *     beside     who ever sat in one record with whom: where both are one person, it is counted
 *                once (`standing`)
 *     row_KIND                       views, one for each kind of row and its fields
 *     standing, history, table_now, finding     views for people and their tools
 *
 * Whoever adds waits for the others (one lock, held until the transaction is over): so a number
 * that is seen means that all below it are seen, and a cursor never passes a row by. No time of the
 * server's counts for any order.
 */
#include "server.h"

/* A plan that was made while the league was small does not read all of it later. */
#define SEEK " SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off"

/* From `now`, who has which name, to `root`, who stands for whom, but for its window. */
#define WALK                                                                                     \
    " led AS (SELECT DISTINCT ON (about) about AS player, text::uuid AS target FROM fuda.added " \
    "WHERE kind = 'joined'"                                                                      \
    "  AND text ~ '^[0-9a-f-]{36}$' ORDER BY about, id DESC),"                                   \
    " walk AS (SELECT player, player AS at, ARRAY[player] AS path, false AS ring FROM now"       \
    "  UNION ALL SELECT w.player, l.target, w.path || l.target, l.target = ANY (w.path) FROM "   \
    "walk w"                                                                                     \
    "   JOIN led l ON l.player = w.at AND l.target <> w.at WHERE NOT w.ring),"                   \
    " reached AS (SELECT DISTINCT ON (player) player, CASE WHEN ring THEN (SELECT x FROM"        \
    "  unnest(path[array_position(path, at):]) AS x ORDER BY x LIMIT 1) ELSE at END AS at FROM " \
    "walk"                                                                                       \
    "  ORDER BY player, cardinality(path) DESC),"
#define ROOT                                                                             \
    " root AS (SELECT r.player, n.campaign, first_value(n.player) OVER same AS person, " \
    "first_value(n.name) OVER same AS name"                                              \
    "  FROM reached r JOIN now n ON n.player = r.at"

static const char *const first_version[] = {
    "CREATE SCHEMA fuda;CREATE TABLE fuda.version (version int NOT NULL, least int NOT "
    "NULL);INSERT INTO fuda.version VALUES (0, 0);"

    /* ---- rows ---- */
    "CREATE TABLE fuda.added ("
    " number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,"
    " kind text COLLATE \"C\" NOT NULL CHECK (kind ~ '^[a-z]{1,16}$'),"
    " id uuid NOT NULL,"
    " campaign uuid,"
    " about uuid,"
    " text text NOT NULL CHECK (octet_length(text) <= 2500000),"
    " PRIMARY KEY (kind, id));"
    "CREATE INDEX added_names ON fuda.added (kind, about, id) WHERE kind IN ('name', 'called', "
    "'joined');CREATE TABLE fuda.told ("
    " number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
    " id uuid NOT NULL UNIQUE,"
    " campaign uuid NOT NULL,"
    " record uuid NOT NULL,"
    " told jsonb NOT NULL CHECK (octet_length(told::text) <= 1000000));",

    "CREATE FUNCTION fuda.in_turn() RETURNS trigger LANGUAGE plpgsql AS $$"
    " BEGIN PERFORM pg_advisory_xact_lock(1718970465); RETURN NULL; END $$;"
    "CREATE FUNCTION fuda.news() RETURNS trigger LANGUAGE plpgsql AS $$"
    " BEGIN NOTIFY fuda_news; RETURN NULL; END $$;"
    "CREATE FUNCTION fuda.stays() RETURNS trigger LANGUAGE plpgsql AS $$"
    " BEGIN RAISE EXCEPTION 'nothing is ever erased or rewritten' USING ERRCODE = "
    "'insufficient_privilege'; END $$;CREATE TRIGGER in_turn BEFORE INSERT ON fuda.added FOR EACH "
    "STATEMENT EXECUTE FUNCTION fuda.in_turn();CREATE TRIGGER in_turn BEFORE INSERT ON fuda.told "
    "FOR EACH STATEMENT EXECUTE FUNCTION fuda.in_turn();CREATE TRIGGER news AFTER INSERT ON "
    "fuda.added FOR EACH STATEMENT EXECUTE FUNCTION fuda.news();CREATE TRIGGER stays BEFORE UPDATE "
    "OR DELETE OR TRUNCATE ON fuda.added"
    " FOR EACH STATEMENT EXECUTE FUNCTION fuda.stays();CREATE TRIGGER stays BEFORE UPDATE OR "
    "DELETE OR TRUNCATE ON fuda.told"
    " FOR EACH STATEMENT EXECUTE FUNCTION fuda.stays();"

    /* The n-th field of a row's text. */
    "CREATE FUNCTION fuda.field(text text, n int) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL "
    "SAFE AS $$"
    " SELECT CASE WHEN position('\\' IN f) = 0 THEN f ELSE replace(replace(replace(replace(f, "
    "'\\\\', chr(1)),"
    "  '\\t', chr(9)), '\\n', chr(10)), chr(1), '\\') END FROM (SELECT split_part(text, chr(9), n) "
    "AS f) x $$;"
    /* As names are compared, nearly: see `folding`. */
    "CREATE FUNCTION fuda.folded(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$"
    " SELECT lower(normalize(name, NFKC)) $$;",

    /* ---- what came of records ---- */
    "CREATE TABLE fuda.ended ("
    " record uuid PRIMARY KEY, campaign uuid NOT NULL, rows bigint NOT NULL, id uuid NOT NULL, "
    "state text NOT NULL,"
    " game text NOT NULL, day text NOT NULL, lines bigint NOT NULL, since timestamptz NOT NULL, "
    "latest timestamptz NOT NULL,"
    " stands text NOT NULL, at_table text NOT NULL);"
    "CREATE INDEX ended_open ON fuda.ended (latest) WHERE state = 'open';CREATE TABLE fuda.seat ("
    " record uuid NOT NULL, seat int NOT NULL, player uuid NOT NULL, name text NOT NULL, place "
    "int, won boolean NOT NULL,"
    " points bigint, PRIMARY KEY (record, seat));CREATE INDEX seat_of ON fuda.seat (player, "
    "record);CREATE TABLE fuda.beside (a uuid, b uuid, PRIMARY KEY (a, b));CREATE TABLE "
    "fuda.broken ("
    " record uuid NOT NULL, n int NOT NULL, line bigint, kind text NOT NULL, rule text NOT NULL, "
    "seat text NOT NULL,"
    " finding text NOT NULL, PRIMARY KEY (record, n));CREATE TABLE fuda.tally ("
    " campaign uuid NOT NULL, game text NOT NULL, player uuid NOT NULL, games bigint NOT NULL "
    "DEFAULT 0,"
    " wins bigint NOT NULL DEFAULT 0, placed bigint NOT NULL DEFAULT 0, place_sum bigint NOT NULL "
    "DEFAULT 0,"
    " first bigint NOT NULL DEFAULT 0, second bigint NOT NULL DEFAULT 0, third bigint NOT NULL "
    "DEFAULT 0,"
    " fourth bigint NOT NULL DEFAULT 0, scored bigint NOT NULL DEFAULT 0, points bigint NOT NULL "
    "DEFAULT 0,"
    " PRIMARY KEY (campaign, game, player));",

    /* Adds records' seats to the tally (1), or takes them out of it again (-1). */
    "CREATE FUNCTION fuda.count_seats(which uuid[], sign int) RETURNS void LANGUAGE sql" SEEK
    " AS $$"
    " INSERT INTO fuda.tally AS t SELECT e.campaign, e.game, s.player, sign * count(*), sign * "
    "count(*) FILTER (WHERE won),"
    "  sign * count(place), sign * coalesce(sum(place), 0), sign * count(*) FILTER (WHERE place = "
    "1),"
    "  sign * count(*) FILTER (WHERE place = 2), sign * count(*) FILTER (WHERE place = 3),"
    "  sign * count(*) FILTER (WHERE place = 4), sign * count(points), sign * "
    "coalesce(sum(points), 0)"
    "  FROM fuda.ended e JOIN fuda.seat s ON s.record = e.record WHERE e.record = ANY (which) AND "
    "e.state = 'finished'"
    "  GROUP BY e.campaign, e.game, s.player ORDER BY s.player"
    " ON CONFLICT (campaign, game, player) DO UPDATE SET games = t.games + excluded.games, wins = "
    "t.wins + excluded.wins,"
    "  placed = t.placed + excluded.placed, place_sum = t.place_sum + excluded.place_sum, first = "
    "t.first + excluded.first,"
    "  second = t.second + excluded.second, third = t.third + excluded.third, fourth = t.fourth + "
    "excluded.fourth,"
    "  scored = t.scored + excluded.scored, points = t.points + excluded.points $$;"

    /* Who knew more rows of the record knew better; of two who knew as many, the greater id. */
    "CREATE FUNCTION fuda.hear() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path "
    "= fuda, pg_temp" SEEK " AS $$"
    " DECLARE better uuid[]; which uuid[];"
    " BEGIN"
    "  SELECT array_agg(f.id), array_agg(f.record) INTO better, which FROM (SELECT DISTINCT ON "
    "(record) id, record,"
    "   (told->>'rows')::bigint AS rows FROM fresh ORDER BY record, rows DESC, id DESC) f"
    "   WHERE NOT EXISTS (SELECT 1 FROM ended e WHERE e.record = f.record AND (e.rows, e.id) >= "
    "(f.rows, f.id));"
    "  IF which IS NULL THEN RETURN NULL; END IF;"
    "  PERFORM count_seats(which, -1);"
    "  DELETE FROM seat WHERE record = ANY (which); DELETE FROM broken WHERE record = ANY (which);"
    "  DELETE FROM ended WHERE record = ANY (which);"
    "  INSERT INTO ended SELECT f.record, f.campaign, t.rows, f.id, t.state, t.game, t.day, "
    "t.lines,"
    "   to_timestamp(t.since / 1000.0), to_timestamp(t.latest / 1000.0), coalesce(t.stands, ''), "
    "coalesce(t.\"table\", '')"
    "   FROM fresh f, jsonb_to_record(f.told) AS t(rows bigint, state text, game text, day text, "
    "lines bigint, since bigint,"
    "    latest bigint, stands text, \"table\" text) WHERE f.id = ANY (better);"
    "  INSERT INTO seat SELECT f.record, s.n, s.player, s.name, nullif(s.place, 0), s.won, "
    "s.points FROM fresh f,"
    "   ROWS FROM (jsonb_to_recordset(f.told->'seats') AS (player uuid, name text, place int, won "
    "boolean, points bigint))"
    "    WITH ORDINALITY AS s(player, name, place, won, points, n) WHERE f.id = ANY (better);"
    "  INSERT INTO broken SELECT f.record, b.n, b.line, b.kind, b.rule, coalesce(b.seat, ''), "
    "b.finding FROM fresh f,"
    "   ROWS FROM (jsonb_to_recordset(f.told->'findings') AS (line bigint, kind text, rule text, "
    "seat text, text text))"
    "    WITH ORDINALITY AS b(line, kind, rule, seat, finding, n) WHERE f.id = ANY (better);"
    "  INSERT INTO beside SELECT DISTINCT x.player, y.player FROM seat x JOIN seat y ON y.record = "
    "x.record AND y.seat > x.seat"
    "   WHERE x.record = ANY (which) ORDER BY 1, 2 ON CONFLICT DO NOTHING;"
    "  PERFORM count_seats(which, 1);"
    "  RETURN NULL;"
    " END $$;CREATE TRIGGER hear AFTER INSERT ON fuda.told REFERENCING NEW TABLE AS fresh"
    " FOR EACH STATEMENT EXECUTE FUNCTION fuda.hear();",

    /* ---- views ---- */
    "CREATE VIEW fuda.campaign AS SELECT DISTINCT ON (campaign) campaign, fuda.field(text, 1) AS "
    "name FROM fuda.added"
    " WHERE kind = 'name' ORDER BY campaign, id DESC;"
    /*
     * Who is the same person: joined, or of one name; the oldest stands for all, as
     * storage/stored_player.c has it.
     */
    "CREATE VIEW fuda.person AS WITH RECURSIVE"
    " now AS (SELECT DISTINCT ON (about) campaign, about AS player, fuda.field(text, 1) AS name "
    "FROM fuda.added"
    "  WHERE kind = 'called' ORDER BY about, id DESC)," WALK ROOT
    "  WINDOW same AS (PARTITION BY n.campaign, fuda.folded(n.name) ORDER BY n.player))"
    " SELECT campaign, player, person, name FROM root;",

    /*
     * The tally by persons. A person in two seats of a record has played one game there, with the
     * better place, as storage/outcome.c has it: of such records each seat is taken out again, and
     * the one that counts put in.
     */
    "CREATE VIEW fuda.standing AS WITH who AS MATERIALIZED (SELECT campaign, player, person, name "
    "FROM fuda.person),"
    /* in these steps: those of one person are many, those of them who sat together few or none */
    " pair AS MATERIALIZED (SELECT b.a, b.b, p.campaign, p.person FROM fuda.beside b JOIN who p ON "
    "p.player = b.a),"
    " same AS MATERIALIZED (SELECT f.a, f.b, f.campaign, f.person FROM pair f"
    "  JOIN who q ON q.player = f.b AND q.person = f.person AND q.campaign = f.campaign),"
    " doubled AS (SELECT DISTINCT x.record, b.campaign, b.person FROM same b JOIN fuda.seat x ON "
    "x.player = b.a"
    "  JOIN fuda.seat y ON y.player = b.b AND y.record = x.record AND y.seat > x.seat),"
    " twice AS MATERIALIZED (SELECT e.campaign, e.game, d.person, p.name, s.record, s.seat, s.won, "
    "s.place, s.points"
    "  FROM doubled d JOIN fuda.seat s ON s.record = d.record JOIN who p ON p.player = s.player "
    "AND p.person = d.person"
    "  JOIN fuda.ended e ON e.record = s.record AND e.campaign = d.campaign WHERE e.state = "
    "'finished'),"
    " better AS (SELECT DISTINCT ON (record, person) campaign, game, person, name, bool_or(won) "
    "OVER one AS won, place, points"
    "  FROM twice WINDOW one AS (PARTITION BY record, person)"
    "  ORDER BY record, person, place NULLS LAST, CASE WHEN place IS NULL THEN -seat ELSE seat "
    "END),"
    " counted AS (SELECT t.campaign, t.game, p.person, p.name, t.games, t.wins, t.placed, "
    "t.place_sum, t.first, t.second,"
    "  t.third, t.fourth, t.scored, t.points FROM fuda.tally t JOIN who p ON p.player = t.player "
    "AND p.campaign = t.campaign"
    " UNION ALL SELECT campaign, game, person, name, sign, sign * won::int, sign * (place IS NOT "
    "NULL)::int,"
    "  sign * coalesce(place, 0), sign * coalesce(place = 1, false)::int, sign * coalesce(place = "
    "2, false)::int,"
    "  sign * coalesce(place = 3, false)::int, sign * coalesce(place = 4, false)::int, sign * "
    "(points IS NOT NULL)::int,"
    "  sign * coalesce(points, 0) FROM (SELECT -1 AS sign, campaign, game, person, name, won, "
    "place, points FROM twice"
    "   UNION ALL SELECT 1, campaign, game, person, name, won, place, points FROM better) x)"
    " SELECT c.name AS campaign, t.game, t.name AS player, sum(t.games)::bigint AS games,"
    " sum(t.wins)::bigint AS wins, round(sum(t.place_sum) / nullif(sum(t.placed), 0), 2) AS "
    "average_place,"
    " sum(t.first)::bigint AS first, sum(t.second)::bigint AS second, sum(t.third)::bigint AS "
    "third,"
    " sum(t.fourth)::bigint AS fourth, CASE WHEN sum(t.scored) > 0 THEN sum(t.points)::bigint END "
    "AS points,"
    " (sum(t.games) - sum(t.placed))::bigint AS unplaced, sum(t.placed)::bigint AS placed,"
    " sum(t.place_sum)::bigint AS place_sum, sum(t.scored)::bigint AS scored, t.campaign AS "
    "campaign_id, t.person AS player_id"
    " FROM counted t LEFT JOIN fuda.campaign c ON c.campaign = t.campaign"
    " GROUP BY t.campaign, c.name, t.game, t.person, t.name HAVING sum(t.games) > 0"
    " ORDER BY c.name, t.game, wins DESC, games, player;CREATE VIEW fuda.history AS SELECT c.name "
    "AS campaign, e.day, e.game, e.state,"
    " (SELECT string_agg(s.name || coalesce(' ' || s.place || '.', '') || coalesce(' (' || "
    "s.points || ')', ''), ', ' ORDER BY s.seat)"
    "  FROM fuda.seat s WHERE s.record = e.record) AS players,"
    " (SELECT string_agg(s.name, ', ' ORDER BY s.seat) FROM fuda.seat s WHERE s.record = e.record "
    "AND s.won) AS winner,"
    " e.lines, e.since, e.latest, e.at_table, e.record FROM fuda.ended e LEFT JOIN fuda.campaign c "
    "ON c.campaign = e.campaign"
    " ORDER BY e.day, e.record;CREATE VIEW fuda.table_now AS SELECT c.name AS campaign, "
    "e.at_table, e.game,"
    " (SELECT string_agg(s.name || coalesce(' (' || s.points || ')', ''), ', ' ORDER BY s.seat)"
    "  FROM fuda.seat s WHERE s.record = e.record) AS players,"
    " e.stands, e.lines, e.since, e.latest, e.record FROM fuda.ended e LEFT JOIN fuda.campaign c "
    "ON c.campaign = e.campaign"
    " WHERE e.state = 'open' AND e.latest > now() - interval '12 hours' ORDER BY e.at_table, "
    "e.since;CREATE VIEW fuda.finding AS SELECT c.name AS campaign, e.day, e.game, b.line, b.kind, "
    "b.rule, b.seat AS player, b.finding,"
    " e.at_table, e.record FROM fuda.broken b JOIN fuda.ended e ON e.record = b.record"
    " LEFT JOIN fuda.campaign c ON c.campaign = e.campaign WHERE e.state <> 'withdrawn' ORDER BY "
    "e.day, e.record, b.n;",

    /* ---- rights ---- */
    "DO $$ BEGIN"
    " IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'fuda_table') THEN CREATE ROLE "
    "fuda_table NOLOGIN; END IF;"
    " IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'fuda_reader') THEN CREATE ROLE "
    "fuda_reader NOLOGIN; END IF;"
    " END $$;"
    "REVOKE ALL ON ALL TABLES IN SCHEMA fuda FROM PUBLIC;REVOKE ALL ON FUNCTION "
    "fuda.count_seats(uuid[], int), fuda.hear() FROM PUBLIC;GRANT USAGE ON SCHEMA fuda TO "
    "fuda_table, fuda_reader;GRANT SELECT ON ALL TABLES IN SCHEMA fuda TO fuda_table, "
    "fuda_reader;GRANT INSERT (kind, id, campaign, about, text) ON fuda.added TO fuda_table;GRANT "
    "INSERT (id, campaign, record, told) ON fuda.told TO fuda_table;"
    /* `standing` is found as well as `fuda.standing`. */
    "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = \"$user\", public, fuda', "
    "current_database());"
    " EXCEPTION WHEN insufficient_privilege THEN NULL; END $$;",
    NULL,
};

static const char *const second_version[] = {
    "CREATE TABLE fuda.folding (id uuid PRIMARY KEY, folded text COLLATE \"C\" NOT NULL CHECK "
    "(octet_length(folded) <= 255));CREATE TRIGGER stays BEFORE UPDATE OR DELETE OR TRUNCATE ON "
    "fuda.folding"
    " FOR EACH STATEMENT EXECUTE FUNCTION fuda.stays();GRANT SELECT ON fuda.folding TO fuda_table, "
    "fuda_reader;GRANT INSERT ON fuda.folding TO fuda_table;",
    /* As in the first version, but for what is the same name. */
    "CREATE OR REPLACE VIEW fuda.person AS WITH RECURSIVE"
    " now AS (SELECT DISTINCT ON (a.about) a.campaign, a.about AS player, fuda.field(a.text, 1) AS "
    "name,"
    "  coalesce(f.folded, fuda.folded(fuda.field(a.text, 1)) COLLATE \"C\") AS folded FROM "
    "fuda.added a"
    "  LEFT JOIN fuda.folding f ON f.id = a.id WHERE a.kind = 'called' ORDER BY a.about, a.id "
    "DESC)," WALK ROOT "  WINDOW same AS (PARTITION BY n.campaign, n.folded ORDER BY n.player))"
    " SELECT campaign, player, person, name FROM root;",
    NULL,
};

static const char *const third_version[] = {
    /*
     * As in the second version, but that nobody sits twice: where two whose names look the same sat
     * in one record that stands, names of that look are told apart as earlier programs did
     * (word_fold), as storage/stored_player.c has it.
     */
    "CREATE FUNCTION fuda.word(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$"
    " SELECT lower(translate(name, "
    "'ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔ"
    "ｕｖｗｘｙｚ０１２３４５６７８９',"
    "  'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz0123456789') COLLATE \"C\") $$;CREATE "
    "OR REPLACE VIEW fuda.person AS WITH RECURSIVE"
    " now AS (SELECT DISTINCT ON (a.about) a.campaign, a.about AS player, fuda.field(a.text, 1) AS "
    "name,"
    "  coalesce(f.folded, fuda.folded(fuda.field(a.text, 1)) COLLATE \"C\") AS folded FROM "
    "fuda.added a"
    "  LEFT JOIN fuda.folding f ON f.id = a.id WHERE a.kind = 'called' ORDER BY a.about, a.id "
    "DESC)," WALK " look AS (SELECT campaign, folded FROM now GROUP BY campaign, folded HAVING "
    "count(DISTINCT fuda.word(name)) > 1),"
    " apart AS MATERIALIZED (SELECT n.campaign, n.folded, r.player, r.at FROM look l"
    "  JOIN now n ON n.campaign = l.campaign AND n.folded = l.folded JOIN reached r ON r.at = "
    "n.player),"
    " doubt AS MATERIALIZED (SELECT DISTINCT x.campaign, x.folded FROM apart x JOIN fuda.beside b "
    "ON b.a = x.player"
    "  JOIN apart y ON y.player = b.b AND y.at <> x.at AND y.campaign = x.campaign AND y.folded = "
    "x.folded"
    "  WHERE EXISTS (SELECT 1 FROM fuda.seat s JOIN fuda.seat t ON t.record = s.record AND "
    "t.player = b.b"
    "   JOIN fuda.ended e ON e.record = s.record AND e.state <> 'withdrawn' WHERE s.player = "
    "b.a))," ROOT " LEFT JOIN doubt d ON d.campaign = n.campaign AND d.folded = n.folded"
    "  WINDOW same AS (PARTITION BY n.campaign, n.folded, CASE WHEN d.folded IS NOT NULL THEN "
    "fuda.word(n.name) END ORDER BY n.player))"
    " SELECT campaign, player, person, name FROM root;",
    NULL,
};

const char *const *const server_migrations[SERVER_VERSION] = {first_version, second_version,
    third_version};

/* A column of a kind's view, from the n-th field: a text, if no type is named here. */
static void put_column(FILE *to, const char *name, enum row_cell_type type, int n)
{
    static const char *const typed[][2] = {
        [CELL_TIME] = {"to_timestamp(", "::bigint / 1000.0)"},
        [CELL_FLAG] = {"", " = '1'"},
        [CELL_SEATS] = {"", "::int"},
    };
    const bool is = (size_t)type < sizeof typed / sizeof *typed && typed[type][0] != NULL;
    fprintf(to, ", %sfuda.field(text, %d)%s AS \"%s\"", is ? typed[type][0] : "", n,
        is ? typed[type][1] : "", name);
}

void server_put_views(FILE *to)
{
    for (int kind = 0; kind < ROW_KINDS; kind++) {
        const struct kept_kind *k = &row_kinds[kind];
        fprintf(to, "CREATE OR REPLACE VIEW fuda.row_%s AS SELECT id, campaign", k->name);
        if (k->about != NULL)
            fprintf(to, ", about AS of_%s", k->about);
        for (int i = 0; i < ROW_FIELDS && k->field[i].type != CELL_NONE; i++)
            put_column(to, k->field[i].name, k->field[i].type, i + 1);
        fprintf(to, ", number FROM fuda.added WHERE kind = '%s';", k->name);
    }
    fputs("GRANT SELECT ON ALL TABLES IN SCHEMA fuda TO fuda_table, fuda_reader;", to);
}
