"""A laptop and three phones: a whole round of Haratama, a game each of the others, a doubt, an undo, a photograph, two languages."""
import base64, os, re, subprocess, tempfile, time, unittest
from driver import Driver
from laptop import PROGRAM, Laptop

PICTURES = os.environ.get("PICTURES")

# One revoke in it: Bo's g7 is proved by the red that he plays two tricks later.
ROUND = """r2 r1 r5 r12  r4 r7 r3 r8  p13 g7 p10 p5  g5 g13 g8 g12  p9 p1 p6 p3  r11 r13 r6 g2  g10 g4 g1 g6
           g9 b4 g11 b6  b12 b2 b7 b11  b3 b1 b13 b8  b9 r10 b10 p8  p2 p4 b5 p11  p12 p7 r9 g3""".split()


class PhonesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.driver = Driver().__enter__()
        cls.open = {}
        for name, lang in (("Aki", "en"), ("Bo", "ja"), ("Chie", "en")):
            cls.open[name] = cls.driver.open(360, 740, touch=True, lang=lang, scale=2 if PICTURES else 1)
        cls.tv = cls.driver.open(1920, 1080)

    @classmethod
    def tearDownClass(cls):
        cls.driver.__exit__()

    def sit(self, *arguments, names=("Aki", "Bo", "Chie")):
        """A game at a laptop that serves; the phones join, each in its seat and language."""
        self.laptop = Laptop("table", *arguments)
        self.addCleanup(self.laptop.close)
        url = self.laptop.serve()
        self.phones = {name: self.open[name] for name in names}
        for name, phone in self.phones.items():
            phone.go(url)
            phone.tap_text("#who button", name)
            phone.until("return document.querySelector('#who').hidden")
        self.tv.go(url + "&tv")
        self.tv.find("#board")
        self.taps = 0

    def tearDown(self):
        for page in (*self.phones.values(), self.tv):
            self.assertEqual([one for one in page.complaints() if "net::ERR" not in one and "401" not in one], [])

    def look(self, name):
        """Nobody is shut out; and pictures, where they are wanted."""
        for who, page in (*self.phones.items(), ("tv", self.tv)):
            self.assertEqual(page.access(44), [], (name, who))
        if PICTURES:
            os.makedirs(PICTURES, exist_ok=True)
            for who, page in (*self.phones.items(), ("tv", self.tv)):
                page.shot(f"{PICTURES}/{name}-{who}.png")
            first = next(iter(self.phones.values()))
            first.shot(f"{PICTURES}/{name}-whole.png", whole=True)
            first.size(768, 1024, touch=True)
            first.shot(f"{PICTURES}/{name}-768.png")
            first.size(360, 740, touch=True)

    def tap(self, name, css):
        self.phones[name].tap(css)
        self.taps += 1

    def say(self, name, *words):
        """Taps what says so, one after the other, and then what says it, if it is not said by then."""
        phone = self.phones[name]
        before = phone.text("#line-list")
        for word in words:
            phone.tap_text("#pad-body button", word)
            self.taps += 1
        if phone.js("return Boolean(document.querySelector('#pad-body .answer .main:not(:disabled)'))"):
            phone.tap("#pad-body .answer .main")
            self.taps += 1
        self.heard(phone, before)

    def heard(self, phone, before):
        """The line has come back from the table."""
        phone.until("return document.querySelector('#line-list').innerText !== arguments[0] && sessionStorage.getItem('taps') === '[]'", before)

    def until(self, name, text, css="main"):
        self.phones[name].until("return document.querySelector(arguments[0])?.innerText.includes(arguments[1])", css, text)

    def asked(self):
        return self.phones["Aki"].text("#asked")

    # ---- a whole round ----

    def turn(self):
        return re.search(r"Which card does (\w+) play", self.asked())[1]

    def play(self, token):
        """A card, by whoever is on turn: three of them with a phone, Dai at the laptop."""
        seat, before = self.turn(), self.phones["Aki"].text("#line-list")
        if seat in self.phones:
            self.tap(seat, f"#pad-body [data-card={token}]")
        else:
            self.laptop.type(token)
        self.phones["Aki"].until("""return document.querySelector('#line-list').innerText !== arguments[0]
                                    || !document.querySelector('#open-doubt').hidden || document.querySelector('#doubt').open""", before)
        return seat

    def test_haratama(self):
        self.sit("haratama", "Aki", "Bo", "Chie", "Dai")
        self.laptop.type("2 9 10")
        self.until("Aki", "Who leads?")
        self.say("Aki", "Chie")
        self.look("haratama-lead")
        self.taps = 0
        for number, token in enumerate(ROUND):
            self.until("Aki", "Which card does")
            seat = self.play(token)
            if number == 5:
                self.look("haratama-trick")
                self.take_back(seat, token)
            if number == 8:
                self.doubt()
            if number == 16:
                self.until("Bo", "haratama/follow", "#ruled")
                self.look("haratama-ruling")
        self.assertLessEqual(self.taps, len(ROUND) + 2 * 13)
        self.assertIn("haratama/follow", self.phones["Chie"].text("#ruled"))
        for name in ("Aki", "Chie"):
            self.until(name, "60")
        self.assertEqual(self.phones["Bo"].text("#game"), "祓魂")
        self.until("Bo", "ラウンド")
        self.look("haratama-after")

    def take_back(self, seat, token):
        """Whoever laid the card takes it back, and lays it again."""
        if seat not in self.phones:
            seat = "Aki"
        phone = self.phones[seat]
        phone.tap("#undo")
        phone.tap("#ask-yes")
        phone.until("return document.querySelector('#lines del')")
        self.play(token)

    def doubt(self):
        """A line that breaks a rule: the one who entered it is asked, the others see that; it is taken back."""
        chie = self.phones["Chie"]
        chie.tap("#free summary")
        chie.type("#free-line", "Chie: p10\n")
        chie.find("#doubt-no")
        self.until("Bo", "卓で確認中です", "#open-doubt")
        self.look("haratama-doubt")
        chie.tap("#doubt-no")
        self.phones["Bo"].until("return document.querySelector('#open-doubt').hidden")
        chie.until("return !document.querySelector('#doubt').open")


if __name__ == "__main__":
    unittest.main()
