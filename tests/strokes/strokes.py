#!/usr/bin/env python3
"""One stroke of the pen in the record of a lawful game, and what `fuda judge` makes of it; all five games.

    strokes.py FUDA RECORDS COUNT SEED [one|two|offences]

RECORDS holds lawful records, one behind the other, as the generators of tests/test_slips_*.c write them (RECORDS=FILE);
those that are not ruled clean are passed over. COUNT times one of them goes wrong in one of eight ways. Of those that
stumble (an impossible line, the order of play, three accusations) it counts how many are ruled rightly: nobody accused
but for one act at the stroke itself, one impossible line at most, no result that the honest record does not have; and
in how many the honest line is the first of what is offered, or among all of it. `two`: the same of two strokes in one
record. `offences` (trick games): a revoke, three revokes, a lead out of turn, or both in one trick, alone and beside a
stroke in another place: how many of those that the plain law shows are still told. VERBOSE=1 prints the others.
"""
import collections
import json
import os
import random
import re
import subprocess
import sys

KINDS = ["left out", "twice", "swapped", "seat", "card", "typed again", "unreadable", "players"]
FRENCH_GAMES = ("Hearts", "Spades")
CARDS = {"haratama": (r"\b([rbpg])(\d+)\b", "rbpg"), "tezumashi": (r"\b([uwbr])(\d+)\b", "uwbr"), "needfire": (r"\b([hf])(\d+)\b", "hf"),
         **dict.fromkeys(FRENCH_GAMES, (r"\b([cdhs])(10|[2-9jqka])\b", "cdhs"))}
FRENCH = "1 2 3 4 5 6 7 8 9 10 j q k a".split()
WORDS = "newmoon granite shade candle sun doll effigy ink seal lantern fox blood mirror".split()
ORDER = {"haratama": "turn early-end", "tezumashi": "turn draft", "needfire": "turn take power ignite limit wound",
         "hyakumonogatari": "turn draw use refill frozen",
         "trick": "turn",
         "materia": "snake turn install attack support set download defend dice trash battle"}
IN_ORDER = {game + "/" + rule for game in ORDER for rule in ORDER[game].split()}


ROWS = {"rounds", "deals", "nights", "battles", "ignitions"}
BY_SEAT = {"loss", "captured", "tricks", "points"}
COUNTS = {"round", "deal", "night", "battle", "ignition", "turns", "turn", "ended", "open", "missing", "file", "unread"}


class Judge:
    def __init__(self, fuda):
        self.fuda = fuda
        self.known = {}

    def lawful(self, record):
        """The score of a record that is ruled clean; None: it is not."""
        text = "\n".join(record)
        if text not in self.known:
            answer = self.ask("judge", record)
            self.known[text] = self.result(record) if answer["verdict"] == "clean" and not answer["unread"] else None
        return self.known[text]

    def ask(self, command, lines):
        done = subprocess.run([self.fuda, command, "--json", "-"], input=("\n".join(lines) + "\n").encode(), capture_output=True)
        answer = json.loads(done.stdout)["games"][0]
        answer["unread"] = done.stderr != b""
        return answer

    def result(self, lines):
        """What `fuda score` tells of the one game, what stands in the order of seats by name."""
        score = self.ask("score", lines)
        players = score.pop("players")
        for row in [row for key in ROWS for row in score.get(key, [])]:
            row.update({key: dict(zip(players, row[key])) for key in BY_SEAT if isinstance(row.get(key), list)})
        score["standing"] = {row["seat"]: row for row in score.get("standing", [])}
        return score


def accusations(answer):
    return [f for f in answer["findings"] if f["kind"] in ("irregular", "conflict")]


def contradicts(honest, told):
    """Does what is told say anything of the game that is not so? What it leaves open is no contradiction."""
    if honest is None or told is None:
        return False
    if isinstance(told, dict):
        if "open" in (told.get("ended"), told.get("outcome")) and "finished" not in told or told.get("open") is True:
            return False                     # a row that is not over
        rows = [row for key in ROWS for row in told.get(key, [])]
        if any("open" in (row.get("ended"), row.get("outcome")) or row.get("open") for row in rows):
            told = {key: told[key] for key in told if key != "standing"}      # as far as rounds are over
        if told.get("game") in FRENCH_GAMES and len(told["deals"]) < len(honest["deals"]):
            told = {key: told[key] for key in told if key != "standing"}      # a deal that goes on is no row
        return any(has_others(honest.get(key, []), told[key]) if key in ROWS
                   else told["finished"] and not honest["finished"] if key == "finished"
                   else told["finished"] and honest["finished"] and honest[key] != told[key] if key == "winners" and "finished" in told
                   else contradicts(honest.get(key), told[key])
                   for key in told if key not in COUNTS)
    if isinstance(told, list):
        return len(honest) < len(told) or any(contradicts(a, b) for a, b in zip(honest, told))
    return honest != told


def has_others(honest, told):
    """Is there a row that is none of the honest ones, in their order?"""
    rest = iter(honest)
    return not all(any(not contradicts(row, one) for row in rest) for one in told)


# ---- strokes: each makes (lines, what undoes it as [(line, put)], where it is) or None --------------------------------

def misspelt(game, line, by):
    if game in CARDS:
        places = list(re.finditer(CARDS[game][0], line))
        if not places:
            return None
        place = by.choice(places)
        french = game in FRENCH_GAMES
        suit, rank = place.group(1), FRENCH.index(place.group(2)) + 1 if french else int(place.group(2))
        other = by.choice([suit + str(rank + 1), suit + str(rank - 1), suit + str(rank + (10 if rank < 4 else -10)),
                           by.choice([s for s in CARDS[game][1] if s != suit]) + str(rank)])
        if french and not 2 <= int(other[1:]) <= len(FRENCH) or re.search(r"\D(0|-\d+)$", other):
            return None
        return line[:place.start()] + (other[0] + FRENCH[int(other[1:]) - 1] if french else other) + line[place.end():]
    pattern = r"\b(" + "|".join(WORDS) + r")\b" if game == "hyakumonogatari" else r"(?<![\w.])\d(?![\w.])"
    places = list(re.finditer(pattern, line))
    if not places:
        return None
    place = by.choice(places)
    of = WORDS if game == "hyakumonogatari" else [str(n) for n in range(1, 7)]
    return line[:place.start()] + by.choice([w for w in of if w != place.group(0)]) + line[place.end():]


def stroke(kind, game, record, by):
    lines = list(record)
    players = record[1].split(";")[0].split()[1:]
    at = by.choice([i for i in range(2, len(record) - 1) if record[i].split() and record[i].split()[0] not in ("house", "date")])
    here = at + 1
    if kind == "left out":
        del lines[at]
        return lines, [(here, record[at])], here
    if kind == "twice":
        lines.insert(at, record[at])
        return lines, [(here, None), (here + 1, None)], here + 1
    if kind == "swapped":
        lines[at], lines[at + 1] = record[at + 1], record[at]
        return (lines, [(here, record[at] + "\n" + record[at + 1])], here) if record[at] != record[at + 1] else None
    if kind == "seat":
        named = re.match(r"(\w+):", record[at])
        if not named or named.group(1) not in players:
            return None
        lines[at] = by.choice([p for p in players if p != named.group(1)]) + record[at][named.end() - 1:]
        return lines, [(here, record[at])], here
    if kind in ("card", "typed again"):
        wrong = misspelt(game, record[at], by)
        if wrong is None:
            return None
        if kind == "card":
            lines[at] = wrong
            return lines, [(here, record[at])], here
        lines.insert(at, wrong)
        return lines, [(here, None)], here
    if kind == "unreadable":
        words = record[at].split()
        one = by.randrange(len(words))
        words[one] = "xq" + words[one] + "zz"
        lines[at] = " ".join(words)
        return lines, [(here, record[at])], here
    if len(players) < 3:
        return None
    a, b = by.sample(range(1, len(players)), 2)
    turned = list(players)
    turned[a], turned[b] = players[b], players[a]
    lines[1] = record[1].replace(" ".join(players), " ".join(turned))
    return lines, [(2, "players " + " ".join(players))], 2


# ---- what is offered --------------------------------------------------------------------------------------------------

def undoes(put, honest):
    """Is this the honest line, its name and what nobody saw aside?"""
    if honest is None or put is None:
        return put is None and honest is None
    put, honest = put.split(), [w for w in honest.split() if not re.match(r"(body|mind|points)=", w)]
    if len(put) == len(honest) + 1 and put[0].endswith(":"):
        put = put[1:]
    elif len(honest) == len(put) + 1 and honest[0].endswith(":"):
        honest = honest[1:]
    return len(put) == len(honest) and all(a == b or "?" in a for a, b in zip(put, honest))


def rank(finding, undone):
    for i, offer in enumerate(finding.get("perhaps", [])):
        if any(offer["line"] == line and undoes(offer["put"], put) for line, put in undone):
            return i + 1
    return 0


# ---- true offences: whoever should have followed did not, or whoever should not have led did --------------------------

ROW = re.compile(r"^(\w+: |\s*)((?:[a-z](?:\d+|[tjqka])\s*)+)$")


def tricks_of(record, players):
    """Lines that are one whole trick under a name: [(index, seat, cards)]."""
    found = []
    for i, line in enumerate(record):
        row = ROW.match(line)
        cards = row.group(2).split() if row else []
        if len(cards) == len(players) and row.group(1).strip().rstrip(":") in players:
            found.append((i, players.index(row.group(1).split(":")[0]), cards))
    return found


def revoke(record, players, by, taken):
    """A seat that followed, and lost, plays a card of a later trick instead, of another suit, and its own card there."""
    tricks = tricks_of(record, players)
    places = []
    for k, (i, first, cards) in enumerate(tricks[:-1]):
        for n in range(1, len(cards)):
            seat = (first + n) % len(players)
            if "b" in cards[n] or seat == tricks[k + 1][1] or tricks[k + 1][0] != i + 1:
                continue
            for j, other, later in tricks[k + 1:]:
                m = (seat - other) % len(players)
                if m > 0 and cards[n][0] == cards[0][0] != later[m][0] and later[0][0] not in (later[m][0], cards[n][0]) \
                        and not {i, j} & taken and cards[n][1:] != "t" != later[m][1:] and later[m][0] != "b":
                    places.append((i, n, j, m))
    if not places:
        return None
    i, n, j, m = by.choice(places)
    lines = list(record)
    for at, mine, theirs in ((i, n, record[j].split()[m + 1]), (j, m, record[i].split()[n + 1])):
        words = lines[at].split()
        words[mine + 1] = theirs
        lines[at] = " ".join(words)
    taken |= {i, j}
    return lines


def lead_out_of_turn(record, players, by, taken):
    """A trick in which all followed is begun by another player, and goes round from there."""
    places = [t for t in tricks_of(record, players)[1:] if t[0] not in taken and len({card[0] for card in t[2]}) == 1
              and not any(card[1:] == "t" for card in t[2])]
    if not places:
        return None
    i, first, cards = by.choice(places)
    turn = by.randrange(1, len(players))
    lines = list(record)
    lines[i] = players[(first + turn) % len(players)] + ": " + " ".join(cards[turn:] + cards[:turn])
    taken.add(i)
    return lines


def offend(record, players, by):
    kind = by.choice(["revoke", "three revokes", "lead out of turn", "lead and revoke"])
    taken, lines = set(), record
    for act in {"revoke": [revoke], "three revokes": [revoke] * 3, "lead out of turn": [lead_out_of_turn],
                "lead and revoke": [lead_out_of_turn, revoke]}[kind]:
        lines = act(lines, players, by, taken) if lines is not None else None
    return (kind, lines, taken) if lines is not None else None


def broken(answer):
    """What is told of it, with the offence named: seats and lines."""
    return {(f["rule"], f["line"]) for f in answer["findings"] if f["kind"] in ("irregular", "conflict")}


def count_offences(judge, all_records, count, by):
    told = collections.Counter()
    while told["tried"] < count:
        record = by.choice(all_records)
        players = record[1].split()[1:]
        made = offend(record, players, by) if judge.lawful(record) is not None else None
        if made is None:
            continue
        kind, lines, taken = made
        answer = judge.ask("judge", lines)
        alone, slips = broken(answer), any(f["kind"] == "slip" for f in answer["findings"])
        told["tried"] += 1
        hands = "open" if any(re.match(r"\w+: (hand|show)", line) for line in record) else "closed"
        if not alone and not slips:
            continue                                          # nothing of it shows
        told[kind, hands, "shows"] += 1
        told[kind, hands, "told"] += bool(alone)
        if not alone and os.environ.get("VERBOSE"):
            print("== %s, explained away" % kind, *("%3d %s" % (i + 1, line) for i, line in enumerate(lines)), sep="\n")
            for f in answer["findings"]:
                print("#", f["kind"], f["rule"], f["line"], f["seat"], [(o["line"], o["put"]) for o in f.get("perhaps", [])])
        at = None
        for _ in range(20):
            at = stroke(by.choice(["left out", "twice", "seat", "card", "typed again"]), record[0].split()[1], lines, by)
            if at is not None and min(abs(at[2] - 1 - i) for i in taken) > 4:
                break
            at = None
        if at is None or not alone:
            continue
        both = broken(judge.ask("judge", at[0]))
        moved = len(at[0]) - len(lines)
        told[kind, hands, "with a stroke"] += 1
        told[kind, hands, "told too"] += any((rule, line + (moved if line >= at[2] else 0)) in both for rule, line in alone)
    whole = collections.Counter()
    for kind in ("revoke", "three revokes", "lead out of turn", "lead and revoke"):
        for hands in ("closed", "open"):
            row = [told[kind, hands, what] for what in ("shows", "told", "with a stroke", "told too")]
            whole.update(dict(enumerate(row)))
            print("%-17s %-6s %4d show, %4d told; %4d with a stroke elsewhere, %4d told" % (kind, hands, *row))
    print(100 * whole[1] // max(1, whole[0]), 100 * whole[3] // max(1, whole[2]))


# ---- the count ----------------------------------------------------------------------------------------------------------

def records(path):
    found = []
    for line in open(path, encoding="utf-8"):
        if line.startswith("game "):
            found.append([])
        found[-1].append(line.rstrip("\n"))
    return [r for r in found if len(r) > 5]


def faults_of(judge, record, lines, answer, strokes):
    """What is not right in how it is ruled."""
    accused = accusations(answer)
    impossible = [f["line"] for f in answer["findings"] if f["kind"] == "impossible"]
    score = judge.result(lines)
    faults = []
    if len(accused) > len(strokes) or any(min(abs(f["line"] - at) for at in strokes) > 1 for f in accused):
        faults.append("somebody is accused")
    if len(impossible) > len(strokes):
        faults.append("%d lines are impossible" % len(impossible))
    if contradicts(judge.lawful(record), score):
        faults.append("WRONG SCORE\n  %s\n  %s" % (json.dumps(judge.lawful(record)), json.dumps(score)))
    return faults


def stumbles(answer):
    accused = accusations(answer)
    return any(f["kind"] in ("impossible", "slip") for f in answer["findings"]) or len(accused) >= 3 \
        or any(f["rule"] in IN_ORDER for f in accused)


def strike(record, strokes, by):
    """So many strokes, one behind the other: (kind, lines, what undoes them, where they are) or None."""
    lines, kind, undone, where = record, None, [], []
    for _ in range(strokes):
        kind = by.choice(KINDS if strokes == 1 else [k for k in KINDS if k != "players"])
        made = stroke(kind, record[0].split()[1], lines, by)
        if made is None:
            return None
        moved = len(made[0]) - len(lines)
        shift = lambda line: line + moved if line >= made[2] else line
        undone = [(shift(line), put) for line, put in undone] + made[1]
        where = [shift(line) for line in where] + [made[2]]
        lines = made[0]
    return kind if strokes == 1 else "two", lines, undone, where


def count_strokes(judge, all_records, count, strokes, by):
    kinds = KINDS if strokes == 1 else ["two"]
    told = collections.Counter()
    while sum(told[k, "tried"] for k in kinds) < count:
        record = by.choice(all_records)
        made = strike(record, strokes, by) if judge.lawful(record) is not None else None
        if made is None:
            continue
        kind, lines, undone, where = made
        answer = judge.ask("judge", lines)
        told[kind, "tried"] += 1
        if not stumbles(answer):
            continue
        ranks = [rank(f, undone) for f in answer["findings"]]
        faults = faults_of(judge, record, lines, answer, where)
        told[kind, "stumbles"] += 1
        told[kind, "right"] += not faults
        told[kind, "first"] += 1 in ranks
        told[kind, "offered"] += any(ranks)
        told[kind, "wrong score"] += any(f.startswith("WRONG") for f in faults)
        if (faults or not any(ranks)) and os.environ.get("VERBOSE"):
            print("== %s in line %s: %s" % (kind, where, "; ".join(faults) or "not offered"), undone)
            print(*("%3d %s" % (i + 1, line) for i, line in enumerate(lines)), sep="\n")
            for f in answer["findings"]:
                print("#", f["kind"], f["rule"], f["line"], f["seat"], [(o["line"], o["put"]) for o in f.get("perhaps", [])])
    for kind in kinds:
        print("%-12s %4d tried, %4d stumble: %4d ruled rightly, wrong score %4d, honest line first %4d, offered %4d"
              % (kind, *(told[kind, what] for what in ("tried", "stumbles", "right", "wrong score", "first", "offered"))))
    whole = {what: sum(told[k, what] for k in kinds) for what in ("stumbles", "right", "first", "offered")}
    print(*(100 * whole[what] // max(1, whole["stumbles"]) for what in ("right", "first", "offered")))


def main():
    judge, all_records, count, by = Judge(sys.argv[1]), records(sys.argv[2]), int(sys.argv[3]), random.Random(int(sys.argv[4]))
    what = sys.argv[5] if len(sys.argv) > 5 else "one"
    if what == "offences":
        count_offences(judge, all_records, count, by)
    else:
        count_strokes(judge, all_records, count, {"one": 1, "two": 2}[what], by)


main()
