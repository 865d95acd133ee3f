#!/usr/bin/env python3
"""One stroke of the pen in the record of a lawful game, and what `fuda judge` makes of it; all five games.

    strokes.py FUDA RECORDS COUNT SEED [KIND,...]

RECORDS holds lawful records, one behind the other, as the generators of tests/test_slips_*.c write them (RECORDS=FILE);
those that are not ruled clean are passed over. COUNT times one of them goes wrong in one of eight ways. Of those that
stumble (an impossible line, the order of play, three accusations) it counts how many are ruled rightly: nobody accused
but for one act at the stroke itself, one impossible line at most, no result that the honest record does not have; and
in how many the honest line is the first of what is offered, or among all of it. VERBOSE=1 prints the others.
"""
import collections
import json
import os
import random
import re
import subprocess
import sys

KINDS = ["left out", "twice", "swapped", "seat", "card", "typed again", "unreadable", "players"]
CARDS = {"haratama": (r"\b([rbpg])(\d+)\b", "rbpg"), "tezumashi": (r"\b([uwbr])(\d+)\b", "uwbr"), "needfire": (r"\b([hf])(\d+)\b", "hf")}
WORDS = "newmoon granite shade candle sun doll effigy ink seal lantern fox blood mirror".split()
ORDER = {"haratama": "turn early-end", "tezumashi": "turn draft", "needfire": "turn take power ignite limit wound",
         "hyakumonogatari": "turn draw use refill frozen",
         "materia": "snake turn install attack support set download defend dice trash battle"}
IN_ORDER = {game + "/" + rule for game in ORDER for rule in ORDER[game].split()}


ROWS = {"rounds", "deals", "nights", "battles", "ignitions"}
BY_SEAT = {"loss", "captured", "tricks", "points"}
COUNTS = {"round", "deal", "night", "battle", "ignition", "turns", "turn", "ended", "open", "missing", "file", "unread"}


class Judge:
    def __init__(self, fuda):
        self.fuda = fuda

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
        return any(has_others(honest.get(key, []), told[key]) if key in ROWS
                   else told["finished"] and not honest["finished"] if key == "finished"
                   else told["finished"] and honest["finished"] and honest[key] != told[key] if key == "winners" and "finished" in told
                   else contradicts(honest.get(key), told[key])
                   for key in told if key not in COUNTS)
    if isinstance(told, list):
        return len(honest) != len(told) or any(contradicts(a, b) for a, b in zip(honest, told))
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
        suit, rank = place.group(1), int(place.group(2))
        other = by.choice([suit + str(rank + 1), suit + str(rank - 1), suit + str(rank + (10 if rank < 4 else -10)),
                           by.choice([s for s in CARDS[game][1] if s != suit]) + str(rank)])
        return None if re.search(r"\D(0|-\d+)$", other) else line[:place.start()] + other + line[place.end():]
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


# ---- the count ----------------------------------------------------------------------------------------------------------

def records(path):
    found = []
    for line in open(path, encoding="utf-8"):
        if line.startswith("game "):
            found.append([])
        found[-1].append(line.rstrip("\n"))
    return [r for r in found if len(r) > 5]


def main():
    judge, path, count, seed = Judge(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    kinds = sys.argv[5].split(",") if len(sys.argv) > 5 else KINDS
    by, lawful, told = random.Random(seed), {}, collections.Counter()
    all_records = records(path)
    while sum(told[k, "tried"] for k in kinds) < count:
        number = by.randrange(len(all_records))
        record, kind = all_records[number], by.choice(kinds)
        if number not in lawful:
            answer = judge.ask("judge", record)
            lawful[number] = judge.result(record) if answer["verdict"] == "clean" and not answer["unread"] else None
        made = stroke(kind, record[0].split()[1], record, by) if lawful[number] is not None else None
        if made is None:
            continue
        lines, undone, where = made
        answer = judge.ask("judge", lines)
        told[kind, "tried"] += 1
        accused, findings = accusations(answer), answer["findings"]
        impossible = [f["line"] for f in findings if f["kind"] == "impossible"]
        if not (impossible or any(f["kind"] == "slip" for f in findings) or len(accused) >= 3
                or any(f["rule"] in IN_ORDER for f in accused)):
            continue
        ranks = [rank(f, undone) for f in findings]
        score = judge.result(lines)
        faults = [] if len(accused) == 0 or (len(accused) == 1 and abs(accused[0]["line"] - where) <= 1) else ["somebody is accused"]
        faults += ["%d lines are impossible" % len(impossible)] if len(impossible) > 1 else []
        wrong_score = contradicts(lawful[number], score)
        faults += ["WRONG SCORE\n  %s\n  %s" % (json.dumps(lawful[number]), json.dumps(score))] if wrong_score else []
        right = not faults
        told[kind, "stumbles"] += 1
        told[kind, "right"] += right
        told[kind, "first"] += 1 in ranks
        told[kind, "offered"] += any(ranks)
        told[kind, "wrong score"] += wrong_score
        if not (right and any(ranks)) and os.environ.get("VERBOSE"):
            print("== %s in line %d: %s" % (kind, where, "; ".join(faults) or "not offered"), undone)
            print(*("%3d %s" % (i + 1, line) for i, line in enumerate(lines)), sep="\n")
            for f in findings:
                print("#", f["kind"], f["rule"], f["line"], f["seat"], [(o["line"], o["put"]) for o in f.get("perhaps", [])])
    for kind in kinds:
        print("%-12s %4d tried, %4d stumble: %4d ruled rightly, honest line first %4d, offered %4d"
              % (kind, *(told[kind, what] for what in ("tried", "stumbles", "right", "first", "offered"))))
    whole = {what: sum(told[k, what] for k in kinds) for what in ("stumbles", "right", "first", "offered")}
    print(*(100 * whole[what] // max(1, whole["stumbles"]) for what in ("right", "first", "offered")))


main()
