"""A deck is enrolled on a phone: photographed there, its faces tapped, in both languages; what it keeps is read afterwards."""
import os, subprocess, tempfile, unittest
from driver import Driver
from laptop import PROGRAM, Laptop

PICTURES = os.environ.get("PICTURES")
DRAW = os.path.join(os.environ.get("BUILD", "build/release"), "tests/test_scan_face")


class FacesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        subprocess.run([DRAW, "draw", cls.folder.name, "3"], check=True, stdout=subprocess.DEVNULL)
        cls.driver = Driver().__enter__()
        cls.phone = cls.driver.open(390, 844, touch=True, scale=2 if PICTURES else 1)

    @classmethod
    def tearDownClass(cls):
        cls.driver.__exit__()
        cls.folder.cleanup()

    def look(self, name):
        self.assertEqual(self.phone.access(44), [], name)
        self.assertLessEqual(self.phone.js("return document.documentElement.scrollWidth"), 390, name)
        if PICTURES:
            os.makedirs(PICTURES, exist_ok=True)
            self.phone.shot(f"{PICTURES}/faces-{name}.png")

    def until(self, text, css="#faces"):
        self.phone.until("return document.querySelector(arguments[0])?.innerText.includes(arguments[1])", css, text)

    def send(self, picture):
        self.phone.type("#faces input[type=file]", os.path.join(self.folder.name, picture))

    def lacking(self):
        return self.phone.js("return Number(document.querySelector('#faces p').innerText.match(/\\d+/)?.[0] ?? 0)")

    def name(self, act):
        """Taps what names a face, and waits until fewer cards lack one."""
        before = self.lacking()
        act()
        self.phone.until("return Number(document.querySelector('#faces p').innerText.match(/\\d+/)?.[0] ?? 0) < arguments[0]", before, patience=30)
        self.rested()
        return self.lacking()

    def rested(self):
        """Waits until a tap is heard again: the last one was answered, and is no part of a double tap any more."""
        self.phone.until("return !document.body.classList.contains('busy')")

    def test_a_deck(self):
        laptop = Laptop("pack", "enrol", "--serve", "haratama")
        self.addCleanup(laptop.close)
        phone = self.phone
        phone.go(laptop.address())
        self.until("Lay the cards in rows")
        self.look("empty")
        self.send("rows1.png")
        self.until("Faces added: 24", "#toast")
        phone.until("return document.querySelectorAll('#faces button.ask').length === 24")
        self.look("found")
        # row after row, as they lie: the first of each is tapped, and then the rest goes on by itself
        phone.tap("#faces button.ask")
        self.look("asked")
        self.assertEqual(self.name(lambda: phone.tap_text("#face button", "r1")), 51)
        self.until("Face 2", "#face")
        self.assertEqual(self.name(lambda: phone.tap_text("#face button", "r2 to r6: the rest of the row")), 46)
        for left, rest in ((40, "r7 to r12"), (34, "r13 to b5"), (28, "b6 to b11")):
            self.assertEqual(self.name(lambda: phone.tap_text("#face button", rest + ": the rest of the row")), left)
        self.until("Cards without a face: 28")
        self.assertFalse(phone.js("return document.querySelector('#face').open"))
        self.look("half")
        # one that was named wrongly is tapped again
        phone.tap_text("#faces button", "b11")
        phone.tap_text("#face button", "g13")
        shows = "return [...document.querySelectorAll('#faces button')].some(b => b.innerText.trim() === arguments[0])"
        for wrong, right in (("g13", "b11"), ("b11", None)):
            phone.until(shows, wrong, patience=30)
            self.rested()
            if right:
                phone.tap_text("#faces button", wrong)
                phone.tap_text("#face button", right)
        # and of one nobody knows any more which it is
        phone.tap_text("#faces button", "b10")
        phone.tap_text("#face button", "Not this card")
        self.until("Face 23: ?", "#face")
        self.assertEqual(self.lacking(), 29)
        self.rested()
        self.assertEqual(self.name(lambda: phone.tap_text("#face button", "b10")), 28)
        self.assertFalse(phone.js("return document.querySelector('#face').open"))
        # the other language; a picture that is none
        phone.tap("#tongue")
        self.until("残り")
        self.look("japanese")
        phone.tap("#tongue")
        self.until("Tap a face")
        with open(os.path.join(self.folder.name, "none.jpg"), "w") as none:
            none.write("no picture")
        self.send("none.jpg")
        self.until("could not be sent", "#toast")
        for picture, added in (("rows2.png", 24), ("rows3.png", 24)):
            self.send(picture)
            phone.until("return document.querySelectorAll('#faces button.ask').length >= arguments[0]", added, patience=30)
        phone.tap("#faces button.ask")
        for rest in ("b12 to p4", "p5 to p10", "p11 to g3", "g4 to g9", "g10 to g13"):
            left = self.name(lambda: phone.tap_text("#face button", rest + ": the rest of the row"))
        self.assertEqual(left, 0)
        self.until("Every card has its face")
        # what is none of the deck is dropped
        faces = "return document.querySelectorAll('#faces canvas').length"
        before = phone.js(faces)
        phone.tap_text("#face button", "No card of this deck")
        phone.until(faces + " === arguments[0]", before - 1, patience=30)
        self.rested()
        phone.tap("#face .close")
        self.look("whole")
        phone.tap_text("#faces button", "Done")
        laptop.until("Every card has its face")
        self.assertEqual(laptop.process.wait(10), 0)
        phone.until("return document.querySelector('#net').innerText !== ''")
        read = subprocess.run([PROGRAM, "--json", "scan", "--game", "haratama", os.path.join(self.folder.name, "table1.png")],
                              env={**os.environ, "XDG_DATA_HOME": laptop.home}, capture_output=True, text=True)
        self.assertEqual(read.stdout.count('"by":"face"'), 8)
        self.assertEqual([one for one in phone.complaints() if "net::ERR" not in one], [])


unittest.main(verbosity=2)
