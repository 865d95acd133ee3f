"""A finger that touches twice: a phone's line over HTTP, and the same line again before its answer came or just behind it; and
a second phone that says it too. One line is on record, whatever was touched; what is not so is printed."""
import concurrent.futures, http.client, json, os, sys, time, urllib.parse

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "web"))
import laptop


class Phone:
    def __init__(self, address):
        at = urllib.parse.urlsplit(address)
        self.where, self.taps = at.netloc, 0
        answer = self.ask("GET", at.path + "?" + at.query)
        self.cookie = answer.headers["Set-Cookie"].split(";")[0]

    def ask(self, method, path, body=None, cookie=None):
        connection = http.client.HTTPConnection(self.where, timeout=10)
        host = "http://" + self.where
        headers = {"Content-Type": "application/json", "Origin": host, **({"Cookie": cookie} if cookie else {})}
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        answer.read()
        return answer

    def say(self, line, serial=None):
        self.taps += 1
        body = {"id": "%032x" % (id(self) * 1000 + self.taps), "line": line, **({"serial": serial} if serial is not None else {})}
        return self.ask("POST", "/say", json.dumps(body), cookie=self.cookie).status

    def serial(self):
        """That of the table as this phone sees it now: the stream begins with it."""
        events = http.client.HTTPConnection(self.where, timeout=10)
        events.request("GET", "/events", headers={"Cookie": self.cookie})
        event = None
        for line in events.getresponse():
            if line.startswith(b"event: "):
                event = line[7:].strip()
            elif line.startswith(b"data: ") and event == b"table":
                return json.loads(line[6:])["serial"]


# The game, what is said at the laptop first, and the line that is touched twice.
CASES = [
    ("tezumashi", ["deal", "Aki: start"], "Aki: trick"),
    ("tezumashi", ["deal", "Aki: start", "Aki: trick"], "Bo: trick"),
    ("haratama", ["round", "kami 2 6 8"], "Aki: lead"),
    ("haratama", ["round", "kami 2 6 8", "Aki: lead"], "Aki: r9"),
]


def kept(table):
    told = laptop.subprocess.run([laptop.PROGRAM, "show", "1"], capture_output=True, text=True,
                                 env={**os.environ, "XDG_DATA_HOME": table.home, "XDG_STATE_HOME": table.home, "LC_ALL": "C.UTF-8"}).stdout
    return [one for one in told.splitlines() if one.split()[0] not in ("game", "date", "players", "pack")]


def until_kept(table, lines):
    end = time.monotonic() + 20
    while kept(table) != lines and time.monotonic() < end:
        time.sleep(0.1)


def touched(game, before, line, pause, phones):
    table = laptop.Laptop("table", "--serve=127.0.0.1", game, "Aki", "Bo", "Chie")
    try:
        address = table.address()
        for i, said in enumerate(before):
            table.type(said)
            until_kept(table, before[:i + 1])
        others = [Phone(address) for _ in range(phones)]
        time.sleep(0.3)                     # what is on the disk is on the phones a moment later
        serial = others[0].serial()
        for phone in others:
            phone.say(line, serial)
        time.sleep(pause)
        others[0].say(line, serial if pause == 0 else None)
        until_kept(table, [*before, line])
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
