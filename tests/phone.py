"""A phone at a table that `fuda` serves on this machine alone, over HTTP, without a page."""
import http.client, json, os, sys, time, urllib.parse

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


def kept(table):
    told = laptop.subprocess.run([laptop.PROGRAM, "show", "1"], capture_output=True, text=True,
                                 env={**os.environ, "XDG_DATA_HOME": table.home, "XDG_STATE_HOME": table.home, "LC_ALL": "C.UTF-8"}).stdout
    return [one for one in told.splitlines() if one.split()[0] not in ("game", "date", "players", "pack")]


def until_kept(table, count):
    end = time.monotonic() + 20
    while len(kept(table)) < count and time.monotonic() < end:
        time.sleep(0.1)
