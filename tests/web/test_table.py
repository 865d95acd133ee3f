"""
The table as it is drawn, measured: every game as the laptop keeps it (at its start, in a trick, in a doubt, after a round, at the end,
idle), on phones and televisions, by day and by night, in both languages, with short and long names.
"""
import json, os, unittest
from driver import Driver
from laptop import Laptop
from pipe import Pipe

PROGRAM = os.path.join(os.environ.get("BUILD", "build/release"), "bin/fuda-serve")
PICTURES = os.environ.get("PICTURES")
HERE = os.path.dirname(os.path.abspath(__file__))
NAMES = {
    "short": ["Aki", "Bo", "Chie", "Dai"],
    "14": ["Akiko Tanaka-M", "Boris Ivanovic", "Chieko Yamadas", "Daisuke Sato-X"],
    "30": ["Akiko Alexandra Tanaka-Mueller", "Boris Maximilian von Ivanovich", "Chieko Margaret Yamada-Johnson", "Daisuke Bartholomew Sato-Smith"],
}
ROUND = """r2 r1 r5 r12 r4 r7 r3 r8 p13 g7 p10 p5 g5 g13 g8 g12 p9 p1 p6 p3 r11 r13 r6 g2 g10 g4 g1 g6
           g9 b4 g11 b6 b12 b2 b7 b11 b3 b1 b13 b8 b9 r10 b10 p8 p2 p4 b5 p11 p12 p7 r9 g3""".split()
VALUES = "body=1,2,3,4,5,6 mind=6,5,4,3,2,1 points=3"

# What is typed, and what it is called then: A to D are the players. "RETURN" is the key.
GAMES = {
    "haratama": (4, "haratama", [
        ("start",), ("lead", "2 9 10"), ("trick", "C: lead", "r2 r1"), ("full", "r5 r12"), ("doubt", "A: p10", ),
        ("round", "RETURN", " ".join(ROUND[4:22]), "!", *[" ".join(ROUND[i:i + 4]) for i in range(22, 52, 4)]), ("end", "end")]),
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
}
# Width, height, television, base font size in per cent of the usual.
SIZES = [(360, 640, False, 100), (768, 1024, False, 100), (1280, 720, True, 100), (1920, 1080, True, 100)]

GRAB = """return new Promise(done => { const all = {doubt: null}, events = new EventSource('/events');
    events.addEventListener('doubt', e => { all.doubt = JSON.parse(e.data); });
    events.addEventListener('table', e => { all.table = JSON.parse(e.data); setTimeout(() => { events.close(); done(all); }, 50); }); })"""


def letters(line, names):
    for letter, name in zip("ABCD", names):
        for before, after in ((f"{letter}: ", f'"{name}": '), (f"attack {letter} ", f'attack "{name}" '), (f"turn {letter}", f'turn "{name}"')):
            line = line.replace(before, after)
    return f'"{names[1]}"' if line == "B" else line


class TableTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.driver = Driver().__enter__()
        cls.page = cls.driver.open(360, 740, touch=True)
        cls.states = {kind: cls.keep(kind) for kind in NAMES}

    @classmethod
    def tearDownClass(cls):
        cls.driver.__exit__()

    @classmethod
    def keep(cls, kind):
        """Every state of every game, as phones are told it."""
        states = {}
        for key, (players, game, steps) in GAMES.items():
            names = NAMES[kind][:players]
            laptop = Laptop("table", game, *names)
            try:
                cls.page.go(laptop.serve())
                cls.words = cls.page.js("return fetch('/words.json').then(answer => answer.json())")
                for name, *lines in steps:
                    for line in lines:
                        laptop.type("" if line == "RETURN" else letters(line, names))
                        laptop.read(0.2)
                    states[f"{key}-{name}"] = cls.page.js(GRAB)
            finally:
                laptop.close()
        return states

    def test_states_are_what_they_are_called(self):
        for kind, states in self.states.items():
            for name, state in states.items():
                self.assertEqual(bool(state["doubt"]), name.endswith("-doubt"), (kind, name))
            self.assertTrue(states["haratama-end"]["table"]["over"])
            self.assertEqual(states["haratama-round"]["table"]["laid"]["rows"], 1)
            self.assertEqual([play["card"]["token"] for play in states["haratama-full"]["table"]["laid"]["last"]["cards"]], ["r2", "r1", "r5", "r12"])
            self.assertEqual(states["haratama-full"]["table"]["laid"]["last"]["winner"], 1)
            self.assertEqual(states["hyakumonogatari-over"]["table"]["laid"]["row"]["outcome"]["word"], "blessing")
            self.assertEqual(states["materia-after"]["table"]["laid"]["rows"], 1)

    def measure(self, about):
        with open(os.path.join(HERE, "measure.js"), encoding="utf-8") as file:
            found = self.page.js(file.read())
        found += [one for one in self.page.access(44)]
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

    def size(self, width, height, tv, percent):
        self.page.size(width, height, touch=not tv)
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
            self.page.js("document.documentElement.style.fontSize = arguments[0]", f"{1.125 * percent}%" if percent != 100 else "")
            for number, name in enumerate(self.states["short"]):
                serial += 1
                kind = list(NAMES)[(number + (lang == "ja")) % 3]
                self.page.dark((number + (lang == "ja")) % 2 == 1)
                self.shown(pipe, self.states[kind][name], serial)
                found += self.measure(f"{width}x{height}-{percent}-{lang}-{name}-{kind}")
        self.page.dark(False)
        self.assertFalse(found, "\n" + "\n".join(found))

    def test_phone(self):
        self.size(*SIZES[0])

    def test_tablet(self):
        self.size(*SIZES[1])

    def test_television(self):
        self.size(*SIZES[2])

    def test_large_television(self):
        self.size(*SIZES[3])


if __name__ == "__main__":
    unittest.main()
