"""
The table as it is drawn, measured: every game as the laptop keeps it (at its start, in a trick, in a doubt, after a round, at the end,
idle), on phones and televisions, by day and by night, in both languages, with short and long names.
"""
import http.client, json, os, queue, re, tempfile, threading, unittest
from driver import Driver
from laptop import Laptop
from pipe import Pipe

PROGRAM = os.path.join(os.environ.get("BUILD", "build/release"), "bin/fuda-serve")
PICTURES = os.environ.get("PICTURES")
HERE = os.path.dirname(os.path.abspath(__file__))
NAMES = {
    "short": ["Aki", "Bo", "Chie", "Dai", "Emi", "Fumi"],
    "14": ["Akiko Tanaka-M", "Boris Ivanovic", "Chieko Yamadas", "Daisuke Sato-X", "Emiko Suzuki-A", "Fumiko Ito-Mae"],
    "30": ["Akiko Alexandra Tanaka-Mueller", "Boris Maximilian von Ivanovich", "Chieko Margaret Yamada-Johnson", "Daisuke Bartholomew Sato-Smith",
           "Emiko Elisabeth Suzuki-Anderson", "Fumiko Josephine Ito-Maelstrom"],
}
ROUND = """r2 r1 r5 r12 r4 r7 r3 r8 p13 g7 p10 p5 g5 g13 g8 g12 p9 p1 p6 p3 r11 r13 r6 g2 g10 g4 g1 g6
           g9 b4 g11 b6 b12 b2 b7 b11 b3 b1 b13 b8 b9 r10 b10 p8 p2 p4 b5 p11 p12 p7 r9 g3""".split()
VALUES = "body=1,2,3,4,5,6 mind=6,5,4,3,2,1 points=3"

def script(name):
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        return "(function () {\n" + file.read() + "\n}).apply(null, arguments)"


MEASURES = f"return [...{script('measure.js')}, ...{script('access.js')}]"
# What is typed, and what it is called then: A to D are the players. "RETURN" is the key.
GAMES = {
    "haratama": (4, "haratama", [
        ("start",), ("lead", "2 9 10"), ("trick", "C: lead", "r2 r1"), ("full", "r5 r12"), ("doubt", "A: p10", ),
        ("round", "RETURN", " ".join(ROUND[4:22]), "!", *[" ".join(ROUND[i:i + 4]) for i in range(22, 52, 4)]), ("end", "end")]),
    "unseen": (4, "haratama", [("trick", "2 9 10", "C: lead", "r2 ?"), ("full", "r5 r12")]),
    "hearts": (4, "Hearts", [("pass", "deal"), ("trick", "C: c2 c10"), ("full", "ca ck")]),
    "wizard": (6, "Wizard", [("trump", "deal"), ("bids", "trump r5"), ("trick", "bid 0 0 1 0 1 0", "B: n r3 w g13"), ("round", "r1 b2")]),
    "needfire": (3, "needfire", [("start",), ("take", "A: row h1 h2 h3", "B: row h4 h5 h6", "C: row h7 h8 h9"), ("took", "C: take h10@2 ?")]),
    "battle": (4, "needfire", [
        ("full", "A: row h8+f1+f2 h19 h18+f7 h1 h2 h3; B: row h5 h12+f3 h20 h4 h6 h7; C: row h16+f19+f16 h25 h9 h10; "
         "D: row h11 h13; battle; turn A"), ("wound", "f8")]),
    "tezumashi": (3, "tezumashi", [
        ("start", "offer table 8 1 2 7; offer ability donba sand snake crane fan mask"), ("draft", "B"),
        ("trick", "B: choose 7; B: choose minus u; B: choose ability donba", "C: choose 1; C: choose minus b; C: choose ability sand",
         "A: choose 2; A: choose minus w; A: choose ability crane", "b7 b2"), ("full", "bt")]),
    "hyakumonogatari": (2, "hyakumonogatari", [
        ("start",), ("draw", "A: parent", "RETURN"), ("altar", "A: draw ?", "A: altar newmoon candle; A: refill"),
        ("more", "B: draw fox", "B: altar granite shade; B: refill"),
        ("over", "A: draw ?", "A: altar candle; A: refill", "B: draw ?", "B: altar candle; B: refill", "B: show doll ? ? ?")]),
    "materia": (2, "materia", [
        ("start",), ("draft", f"A: install A1 {VALUES}", f"B: install B1 {VALUES}", f"B: install B2 {VALUES}", f'A: install "The Old Ghost" {VALUES}'),
        ("attack", "A: download", "A: attack B with A1 body"), ("dice", "B: defend B1"), ("after", "dice 4 3")]),
    "six": (6, "materia", [
        ("start",), ("draft", *[f"{letter}: install {letter}{n} {VALUES}" for n, order in (("1", "ABCDEF"), ("2", "FEDCBA")) for letter in order]),
        ("doubt", "A: download", "C: attack D with C1 body")]),
}
# Whole nights, and how many of their lines stand: in the middle of things, and at the end.
NIGHTS = {"haratama-cards": 31, "needfire-four": 60, "tezumashi-cards": 30, "hyakumonogatari-two": 12, "materia-twenty": 24}


class Guest:
    """What a phone is told by a laptop, heard without a browser."""

    def __init__(self, url):
        self.address, code = url.split("://")[1].split("/", 1)
        self.cookie = ""
        self.cookie = self.get("/" + code).getheader("Set-Cookie").split(";")[0]
        self.words = json.load(self.get("/words.json"))
        self.events, self.now = queue.Queue(), {"doubt": None}
        threading.Thread(target=self.listen, args=[self.get("/events")], daemon=True).start()
        self.hear()

    def get(self, path):
        connection = http.client.HTTPConnection(self.address, timeout=60)
        connection.request("GET", path, headers={"Cookie": self.cookie})
        return connection.getresponse()

    def listen(self, stream):
        name = ""
        try:
            for line in stream:
                if line.startswith(b"event: "):
                    name = line[7:].decode().strip()
                elif line.startswith(b"data: ") and name in ("table", "doubt"):
                    self.events.put((name, json.loads(line[6:])))
        except (OSError, http.client.HTTPException):
            pass                                    # the laptop has closed

    def hear(self, patience=20):
        """All that comes of one line: the first of it is waited for, the rest follows at once."""
        try:
            while True:
                name, value = self.events.get(timeout=patience)
                self.now[name], patience = value, 0.1
        except queue.Empty:
            return dict(self.now)


def letters(line, names):
    for letter, name in zip("ABCDEF", names):
        for before, after in ((f"{letter}: ", f'"{name}": '), (f"attack {letter} ", f'attack "{name}" '), (f"turn {letter}", f'turn "{name}"')):
            line = line.replace(before, after)
    return f'"{names[1]}"' if line == "B" else line


class TableTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.states = {kind: {} for kind in NAMES}
        keeping = [threading.Thread(target=cls.keep, args=[kind, key]) for kind in NAMES for key in GAMES]
        keeping += [threading.Thread(target=cls.keep_night, args=[kind, night, lines]) for kind in NAMES for night in NIGHTS for lines in (NIGHTS[night], None)]
        for at in range(0, len(keeping), 3):        # a few at a time
            for one in keeping[at:at + 3]:
                one.start()
            for one in keeping[at:at + 3]:
                one.join()
        cls.driver = Driver().__enter__()
        cls.browsers = {}

    @classmethod
    def tearDownClass(cls):
        cls.driver.__exit__()

    @classmethod
    def keep(cls, kind, key):
        """Every state of a game, as phones are told it."""
        players, game, steps = GAMES[key]
        names = NAMES[kind][:players]
        laptop = Laptop("table", game, *names)
        try:
            guest = Guest(laptop.serve())
            cls.words = guest.words
            state = guest.now
            for name, *lines in steps:
                for line in lines:
                    laptop.type("" if line == "RETURN" else letters(line, names))
                    state = guest.hear()
                    laptop.read(0)
                cls.states[kind][f"{key}-{name}"] = dict(state)
        finally:
            laptop.close()

    @classmethod
    def keep_night(cls, kind, night, lines):
        """A night of tests/nights as a record of which so many lines stand, or all."""
        with open(os.path.join(HERE, "../nights", night + ".night"), encoding="utf-8") as file:
            rows = [row.rstrip("\n") for row in file]
        players = next(row for row in rows if row.startswith("players ")).split()[1:]
        names = dict(zip(players, NAMES[kind]))
        said = [row[2:] for row in rows if row.startswith("= ")][:lines]
        for who, name in names.items():
            said = [re.sub(rf"\b{who}\b(?=:| |$|=)", f'"{name}"', line) for line in said]
        with tempfile.NamedTemporaryFile("w", suffix=".fuda", encoding="utf-8") as file:
            file.write("\n".join([f"game {night.split('-')[0]}", "players " + " ".join(f'"{name}"' for name in names.values()), *said, ""]))
            file.flush()
            laptop = Laptop("table", "1", before=[["add", file.name]])
        try:
            cls.states[kind][f"{night.split('-')[0]}-{'over' if lines is None else 'middle'}2"] = Guest(laptop.serve()).now.copy()
        finally:
            laptop.close()

    def test_states_are_what_they_are_called(self):
        for kind, states in self.states.items():
            for name, state in states.items():
                self.assertEqual(bool(state["doubt"]), name.endswith("-doubt"), (kind, name))
            self.assertTrue(states["haratama-end"]["table"]["over"])
            self.assertEqual(states["haratama-round"]["table"]["laid"]["rows"], 1)
            self.assertEqual([play["card"]["token"] for play in states["haratama-full"]["table"]["laid"]["last"]["cards"]], ["r2", "r1", "r5", "r12"])
            self.assertEqual(states["haratama-full"]["table"]["laid"]["last"]["winner"], 1)
            self.assertEqual(states["hyakumonogatari-over"]["table"]["laid"]["row"]["outcome"]["word"], "blessing")
            self.assertEqual([seat["minus"]["ja"] for seat in states["tezumashi-trick"]["table"]["laid"]["table"]["seats"]], ["水", "傘", "蝶"])
            self.assertEqual(states["materia-after"]["table"]["laid"]["rows"], 1)
            for name, state in states.items():
                if state["table"]["over"]:
                    self.assertEqual(state["table"]["ask"]["otherwise"]["line"], "again", (kind, name))
                self.assertEqual(state["table"]["over"], name.endswith("-over2") or name in ("haratama-end", "hyakumonogatari-over"), (kind, name))
            self.assertIn("物理=1,2", states["materia-draft"]["table"]["lines"][-1]["text"]["ja"])

    def test_what_is_asked_is_said_for_fingers(self):
        """Nothing tells how to type, names keep to their language, and numbers have boxes."""
        for name, state in self.states["short"].items():
            ask = state["table"]["ask"] or {"ways": []}
            for one in (ask, ask.get("otherwise") or {}, *ask["ways"]):
                for text in (one.get("en", ""), one.get("ja", "")):
                    self.assertNotRegex(text, r"`|^…|need not|numbers will do|\?.*nobody", name)
                self.assertNotRegex(one.get("ja", ""), r"[a-z]{2}", name)
        pairs = self.states["short"]["materia-start"]["table"]["ask"]["ways"][0]["parts"][2]
        self.assertEqual([(one["token"], one["ja"], one["numbers"]) for one in pairs["fields"]], [("body", "物理", 6), ("mind", "精神", 6), ("points", "勝利点", 1)])

    def measure(self, about):
        found = self.page.js(MEASURES, 44)
        if PICTURES:
            os.makedirs(PICTURES, exist_ok=True)
            self.page.shot(f"{PICTURES}/{about}.png")
        return [f"{about}: {one}" for one in found]

    def shown(self, pipe, state, serial):
        table = {**state["table"], "serial": serial}
        table["lines"] = table["lines"] + [{"n": None, "undone": True, "findings": [], "text": {"en": f"serial {serial}", "ja": f"serial {serial}"}}]
        pipe.put("doubt", state["doubt"])
        pipe.put("table", table)
        self.page.until("return document.querySelector('#line-list').textContent.includes(arguments[0])", f"serial {serial}")

    def browser(self, width, height, tv=False, percent=100):
        if percent not in self.browsers:
            self.browsers[percent] = self.driver.open(width, height, text=percent)
        self.page = self.browsers[percent]
        self.page.size(width, height, touch=not tv)

    def test_between_games(self):
        """Idle, with the standings open, and with its line lost; phones, and a television with standings, last result and code."""
        found = []
        for kind, size in (("short", 360), ("14", 768), ("30", 360)):
            with open(os.path.join(HERE, "../night.fuda"), encoding="utf-8") as file:
                record = "".join(line for line in file if not line.startswith(("note", "#")))
            for who, name in zip(("Aki", "Bo", "Chie", "Dai"), NAMES[kind]):
                record = re.sub(rf"\b{who}\b", f'"{name}"', record)
            with tempfile.NamedTemporaryFile("w", suffix=".fuda", encoding="utf-8") as file:
                file.write(record)
                file.flush()
                laptop = Laptop("serve", before=[["campaign", "new", "A club with a long name on Fridays"], ["add", file.name]])
            try:
                url = laptop.address()
                for lang in ("en", "ja"):
                    for width, height in ((1280, 720), (1920, 1080)):
                        self.browser(width, height, tv=True)
                        self.page.go(url)
                        self.page.go(url.split("?")[0] + f"?tv&lang={lang}")
                        self.page.until("return document.querySelector('#idle table') && document.querySelector('#last-game li')?.checkVisibility() && document.querySelector('#join b')?.checkVisibility()")
                        self.assertEqual(self.page.text("#last-game li.won .name"), NAMES[kind][0])
                        self.assertEqual(self.page.js("return [...document.querySelectorAll('#idle, #idle *')].filter(e => e.scrollWidth > e.clientWidth + 1 && e.matches('#idle, div, table')).length"), 0)
                        found += self.measure(f"{width}x{height}-{lang}-idle-{kind}")
                    self.browser(size, 640)
                    self.page.dark(lang == "ja")
                    self.page.go(url)
                    self.page.find("#between button")
                    if self.page.js("return document.documentElement.lang") != lang:
                        self.page.tap("#tongue")
                    found += self.measure(f"{size}x640-{lang}-idle-{kind}")
                    self.page.tap("#between button")
                    self.page.until("return document.querySelector('#page-body table')")
                    found += self.measure(f"{size}x640-{lang}-standings-{kind}")
                    self.page.tap("#page .close")
                    self.page.tap("#more")
                    found += self.measure(f"{size}x640-{lang}-menu-{kind}")
                    self.page.tap("#menu .close")
                    self.page.dark(False)
                self.page.offline()
                self.page.js("dispatchEvent(new Event('offline'))")
            finally:
                laptop.close()
            self.page.until("return document.body.classList.contains('offline')", patience=20)
            found += self.measure(f"{size}x640-lost-{kind}")
            self.page.offline(False)
        self.assertFalse(found, "\n" + "\n".join(found))

    def size(self, width, height, tv=False, percent=100):
        self.browser(width, height, tv, percent)
        pipe = Pipe(PROGRAM)
        self.addCleanup(pipe.close)
        pipe.put("words", self.words)
        pipe.put("table", self.states["short"]["haratama-start"]["table"])
        serial, found = 1, []
        self.page.go(pipe.url)
        self.page.tap("#who-seats button:nth-of-type(1)")
        for lang in ("en", "ja"):
            if tv:
                self.page.go(pipe.url.split("/?")[0] + f"/?tv&lang={lang}")
            elif lang == "ja":
                self.page.tap("#tongue")
            for number, name in enumerate(sorted(self.states["short"])):
                serial += 1
                kind = list(NAMES)[(number + (lang == "ja")) % 3]
                self.page.dark((number + (lang == "ja")) % 2 == 1)
                self.shown(pipe, self.states[kind][name], serial)
                found += self.measure(f"{width}x{height}-{percent}-{lang}-{name}-{kind}")
        self.page.dark(False)
        self.assertFalse(found, "\n" + "\n".join(found))

    def test_phone(self):
        self.size(360, 640)

    def test_large_letters(self):
        self.size(360, 740, percent=200)

    def test_tablet(self):
        self.size(768, 1024)

    def test_television(self):
        self.size(1280, 720, tv=True)

    def test_large_television(self):
        self.size(1920, 1080, tv=True)


if __name__ == "__main__":
    unittest.main()
