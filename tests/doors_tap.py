"""A finger that touches twice: a phone's line over HTTP, and the same line again before its answer came or just behind it; and
a second phone that says it too. One line is on record, whatever was touched; what is not so is printed."""
import concurrent.futures, time

from phone import Phone, kept, laptop, until_kept

# The game, what is said at the laptop first, and the line that is touched twice.
CASES = [
    ("tezumashi", ["deal", "Aki: start"], "Aki: trick"),
    ("tezumashi", ["deal", "Aki: start", "Aki: trick"], "Bo: trick"),
    ("haratama", ["round", "kami 2 6 8"], "Aki: lead"),
    ("haratama", ["round", "kami 2 6 8", "Aki: lead"], "Aki: r9"),
]


def touched(game, before, line, pause, phones):
    table = laptop.Laptop("table", "--serve=127.0.0.1", game, "Aki", "Bo", "Chie")
    try:
        address = table.address()
        for i, said in enumerate(before):
            table.type(said)
            until_kept(table, i + 1)
        others = [Phone(address) for _ in range(phones)]
        time.sleep(0.3)                     # what is on the disk is on the phones a moment later
        serial = others[0].serial()
        for phone in others:
            phone.say(line, serial)
        time.sleep(pause)
        others[0].say(line, serial if pause == 0 else None)
        until_kept(table, len(before) + 1)
        time.sleep(0.5)                     # a second line would come now
        return kept(table)
    finally:
        table.close()


WAYS = ((0, 1), (0.1, 1), (0, 2))      # how long until the second touch, and of how many phones the first one is

with concurrent.futures.ThreadPoolExecutor(4) as pool:
    runs = [(case, way, pool.submit(touched, *case, *way)) for case in CASES for way in WAYS]
for (game, before, line), (pause, phones), run in runs:
    expected = [*before, line]
    if run.result() != expected:
        print(f"FAIL: {line} touched twice ({pause} s, phones: {phones}): {run.result()}, expected {expected}")
