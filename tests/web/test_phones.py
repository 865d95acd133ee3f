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
        self.tv.until("return document.querySelector('main').innerText.trim() !== ''")
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
        self.phones[name].until("return !document.body.classList.contains('busy')")
        self.phones[name].tap(css)
        self.taps += 1

    def say(self, name, *tokens):
        """Taps these one after the other, and then what says it, if it is not said by then."""
        phone = self.phones[name]
        before = phone.text("#line-list")
        for token in tokens:
            self.tap(name, f'#pad-body [data-card="{token}"]')
        if phone.js("return Boolean(document.querySelector('#pad-body .answer .main:not(:disabled)'))"):
            self.tap(name, "#pad-body .answer .main")
        self.heard(phone, before)

    def heard(self, phone, before):
        """The line has come back from the table."""
        phone.until("""return document.querySelector('#line-list').innerText !== arguments[0] && sessionStorage.getItem('taps') === '[]'
                            && !document.body.classList.contains('busy')""", before)

    def until(self, name, text, css="main"):
        self.phones[name].until("return document.querySelector(arguments[0])?.innerText.includes(arguments[1])", css, text)

    def asked(self):
        return self.phones["Aki"].text("#asked")

    # ---- a whole round ----

    def turn(self):
        """As the phone shows it that is waited for."""
        return re.search(r"(\w+)\W*'s turn", self.phones["Aki"].text("#asked") + " Aki's turn")[1]

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
        self.say("Aki", "seat 2")
        self.look("haratama-lead")
        self.taps = 0
        for number, token in enumerate(ROUND):
            self.until("Aki", "Play a card")
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
        phone.until("return !document.body.classList.contains('busy')")    # a tap on its way bars the next
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


    # ---- the others ----

    def test_needfire(self):
        self.sit("needfire", "Aki", "Bo", "Chie")
        self.say("Aki", "h1", "h2", "h3")
        self.say("Bo", "h4", "h5", "h6")
        self.say("Chie", "h7", "h8", "h9")
        self.until("Chie", "Which two cards are kept?")
        self.tap("Chie", "#pad-body [data-card=h10]")
        self.look("needfire-place")
        self.phones["Chie"].tap_text("#pad-body .digits button", "2")
        self.say("Chie", "?")
        self.until("Bo", "人7", "#board")
        self.until("Aki", "h10", "#board")
        row = self.phones["Aki"].text("#board")
        self.assertLess(row.index("h7"), row.index("h10"))
        self.assertLess(row.index("h10"), row.index("h8"))
        self.say("Aki", "f1", "f2")
        self.tap("Bo", "#pad-body [data-card='way 1']")          # Aki's power cards, by Bo's phone
        self.say("Bo", "h2", "f1", "f2")
        self.until("Chie", "h2+f1+f2", "#board")
        self.look("needfire-rows")

    def test_needfire_battle(self):
        self.sit("needfire", "Aki", "Bo", "Chie")
        self.laptop.type("Aki: row h8 h19 h18+f7 h1; Bo: row h5 h12+f3 h20 h2; Chie: row h16+f19+f16 h25 h3 h6; battle; turn Aki")
        self.until("Aki", "Which card lights?")
        self.say("Aki", "f8")
        self.until("Aki", "h18")
        self.look("needfire-wound")
        self.say("Aki", "otherwise")
        self.until("Chie", "h18", "#line-list")

    def test_tezumashi(self):
        self.sit("tezumashi", "Aki", "Bo", "Chie")
        self.laptop.type("offer table 8 1 2 7; offer ability donba sand snake crane fan mask")
        self.until("Aki", "offer", "#line-list")
        self.say("Aki", "seat 1")
        self.until("Bo", "あなたの手番", "#turn")
        self.say("Bo", "7", "u", "donba")
        self.look("tezumashi-draft")
        self.say("Chie", "1", "b", "sand")
        self.say("Aki", "2", "w", "crane")
        for name, token in (("Bo", "b7"), ("Chie", "b2"), ("Aki", "bt")):
            self.say(name, token)
        self.look("tezumashi-trick")

    def test_hyakumonogatari(self):
        self.sit("hyakumonogatari", "Aki", "Bo", names=("Aki", "Bo"))
        self.say("Aki", "seat 0")
        self.until("Aki", "Which card is drawn?")
        self.look("hyakumonogatari-draw")
        self.say("Aki", "otherwise")
        self.until("Aki", "Which cards are used?")
        self.say("Aki", "newmoon", "candle")
        self.until("Bo", "新月", "#board")
        self.say("Bo", "fox")
        self.look("hyakumonogatari-altar")
        self.tap("Bo", "#pad-body [data-card='way 1']")
        self.say("Bo", "fox")

    def test_materia(self):
        self.sit("materia", "Aki", "Bo", names=("Aki", "Bo"))
        for line in ("Aki: install A1 body=1,2,3,4,5,6 mind=6,5,4,3,2,1 points=3", "Bo: install B1 body=1,2,3,4,5,6 mind=1,1,1,1,1,9 points=4",
                     "Bo: install B2 body=2,2,2,2,2,2 mind=3,3,3,3,3,3 points=5"):
            self.laptop.type(line)
        self.until("Aki", "Which ghost is installed?")
        self.phones["Aki"].type("#pad-body [data-part='0']", "A2")
        for key, digits in (("body", "000009"), ("mind", "123456")):
            for k, digit in enumerate(digits):
                self.phones["Aki"].type(f"#pad-body [data-part='{key} {k}']", digit)
        for _ in range(2):
            self.phones["Aki"].tap("#pad-body [data-part='points1']")
        self.say("Aki")
        self.say("Aki", "otherwise")            # the first user draws
        self.until("Aki", "What is done?")
        self.say("Aki", "seat 1", "A1", "body")
        self.until("Bo", "あなたの手番", "#turn")
        self.say("Bo", "B1")
        self.until("Aki", "dice", "#pad-body")
        self.look("materia-dice")
        self.say("Aki", "die 0 4", "die 1 3")
        self.until("Bo", "4 3", "#line-list")
        self.look("materia-after")


    # ---- any game by its scores ----

    def number(self, name, who, digits):
        """Typed into a player's field."""
        self.phones[name].tap(f"#pad-body [data-part='{who} field']")
        self.phones[name].type(f"#pad-body [data-part='{who} field']", digits)

    def drawn(self, name):
        return self.phones[name].js("return [...document.querySelectorAll('#drawn tr')].map(row => [...row.children].map(e => e.textContent).join(' ').trim())")

    def test_scores(self):
        """A round by taps and fields, what each entered and has; no camera for a game without cards; taken back."""
        self.sit("Skull King", "Aki", "Bo", "Chie")
        self.until("Aki", "Bid of each player", "#asked")
        self.until("Bo", "各プレイヤーのbid", "#asked")
        self.assertTrue(self.phones["Aki"].js("return document.querySelector('#photo').hidden"))
        self.number("Aki", "Aki", "1")
        self.phones["Aki"].tap("#pad-body [data-part='Chie+']")
        self.phones["Aki"].tap("#pad-body [data-part='Chie−']")
        self.look("scores-bid")
        self.say("Aki")
        self.until("Bo", "tricks", "#asked")
        self.assertEqual(self.drawn("Chie"), ["bid Score", "Aki 1 0", "Bo 0 0", "Chie 0 0"])
        self.phones["Bo"].tap("#pad-body [data-part='Aki1']")
        self.assertTrue(self.phones["Bo"].js("return document.querySelector('#pad-body [data-part=\"Aki1\"]').disabled"))   # one trick in all
        self.say("Bo")
        self.tap("Chie", "#pad-body [data-card='otherwise']")
        self.until("Aki", "Round 2 / 10", "#drawn")
        self.until("Aki", "deals", "#drawn")
        self.assertEqual(self.drawn("Aki"), ["Round 1 Score", "Aki +20 20", "Bo +10 10", "Chie +10 10"])
        self.assertIn("Round 1", self.tv.text("#drawn"))
        self.look("scores-round")
        self.phones["Chie"].until("return !document.body.classList.contains('busy')")
        self.phones["Chie"].tap("#undo")
        self.phones["Chie"].tap("#ask-yes")
        self.until("Aki", "Bonus", "#asked")
        for line in ("points 400 -20 0", "points 3 2 1", "end"):
            self.laptop.type(line)
        self.until("Aki", "The game is over", "#asked")

    def test_scores_of_any_size(self):
        """Tens of thousands, below nothing, with the other sign; and the next game with the same people."""
        self.sit("Mahjong", "Aki", "Bo", "Chie", "Dai")
        for who, digits in (("Aki", "４５０００"), ("Bo", "35000"), ("Chie", "25000"), ("Dai", "5000")):
            self.number("Aki", who, digits)
        self.phones["Aki"].tap("#pad-body [data-part='Dai±']")
        self.phones["Aki"].type("#pad-body [data-part='Aki field']", "\ue004x")       # a letter is no number
        self.look("scores-mahjong")
        self.say("Aki")
        self.until("Bo", "第1ラウンド", "#drawn")
        self.assertEqual(self.drawn("Aki")[1:], ["Aki +55 55", "Bo +15 15", "Chie −15 −15", "Dai −55 −55"])
        self.laptop.type("end")
        self.until("Aki", "Another game, with the same people")
        self.tap("Aki", "#pad-body [data-card='otherwise']")
        self.phones["Aki"].tap("#ask-yes")
        self.until("Aki", "Held of each", "#asked")

    def test_scores_to_the_end(self):
        """A game nobody knows: what does not come out is asked about, taken back, said right; it ends by itself, and another begins."""
        def taken(name, *numbers):      # by steps: how far they go is known
            for who, number in zip(("Aki", "Bo", "Chie"), numbers):
                for _ in range(number):
                    self.phones[name].tap(f"#pad-body [data-part='{who}1']")
        with tempfile.NamedTemporaryFile("w", suffix=".fuda", encoding="utf-8") as file:
            file.write('pack score "Ten"\nseats 3\nenter taken\npoints taken\ncheck sum(taken) == 5\nuntil 10\nwins low\n')
            file.flush()
            self.sit(file.name, "Aki", "Bo", "Chie")
            taken("Aki", 4, 1, 1)
            self.phones["Aki"].tap("#pad-body .answer .main")
            self.phones["Aki"].tap_text("#doubt button", "Take backIt goes, and can be said anew.")
            self.phones["Aki"].until("return !document.querySelector('#doubt').open && !document.body.classList.contains('busy')")
            self.assertEqual(self.drawn("Bo")[1:], ["Aki 0", "Bo 0", "Chie 0"])
            taken("Aki", 4, 1, 0)
            self.say("Aki")
            self.assertEqual(self.drawn("Aki"), ["Round 1 Score", "Aki +4 4", "Bo +1 1", "Chie 0 0"])
            before = self.phones["Bo"].text("#line-list")
            self.tap("Bo", "#undo")                     # a slip seen late: said anew, at another phone
            self.tap("Bo", "#ask-yes")
            self.heard(self.phones["Bo"], before)
            taken("Bo", 4, 0, 1)
            self.say("Bo")
            self.assertEqual(self.drawn("Chie")[1:], ["Aki +4 4", "Bo 0 0", "Chie +1 1"])
            self.assertEqual(self.tv.js("return [...document.querySelectorAll('#figure-list .name')].map(e => e.textContent)"), ["Bo", "Chie", "Aki"])
            self.look("ten-round")
            for _ in range(2):
                taken("Chie", 5, 0, 0)
                self.say("Chie")
            self.until("Aki", "The game is over", "#asked")
            self.assertRegex(self.tv.text("#drawn h3"), "Won by .Bo")
            self.look("ten-end")
            self.tap("Aki", "#pad-body [data-card='otherwise']")
            self.phones["Aki"].tap("#ask-yes")
            self.until("Bo", "第1ラウンド", "#drawn")
            self.assertEqual(self.drawn("Aki")[1:], ["Aki 0", "Bo 0", "Chie 0"])

    def test_scores_of_eight(self):
        """All are on the television and within a phone, with all that they entered."""
        names = ("Alexandrina-Philippa", "Bo", "Chie", "Dai", "Emi", "Fumi", "Gen", "Haru")
        self.sit("Skull King", *names, names=("Bo",))
        for line in ("1 0 0 0 0 0 0 0", "1 0 0 0 0 0 0 0"):
            self.laptop.type(line)
        self.until("Bo", "tricks", "#drawn")
        for page in (self.phones["Bo"], self.tv):
            page.until("return document.querySelector('#drawn').textContent.includes('tricks')")
            self.assertTrue(page.js("const box = document.querySelector('.rounds'); return box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight"))
        self.assertTrue(self.tv.js("return document.querySelector('#figure-list').lastChild.getBoundingClientRect().bottom <= innerHeight"))

    def test_trick_pack(self):
        """A trick-taking game from a file: the trump, the bids and the cards are tapped, and a trick is taken."""
        self.sit("Oh Hell", "Aki", "Bo", "Chie")
        self.tap("Chie", "#pad-body [data-card='otherwise']")
        self.until("Aki", "turned up")
        self.laptop.type("trump h5")
        self.look("pack-bids")
        self.laptop.type("bid 0 0 0")
        self.look("pack-lead")
        self.say("Bo", "c7")
        self.say("Chie", "h2")
        self.look("pack-trick")
        self.say("Aki", "ck")
        self.until("Aki", "Chie", "#board")
        self.look("pack-end")

    # ---- a photograph ----

    def picture(self, *cards, game="haratama"):
        """Stickers on a sheet, as a phone's camera sees them: 12 megapixels, turned."""
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([PROGRAM, "labels", game, *cards, "--dpi", "600", "-o", f"{folder}/sheet.png"], check=True, stdout=subprocess.DEVNULL)
            with open(f"{folder}/sheet.png", "rb") as file:
                sheet = base64.b64encode(file.read()).decode()
        data = self.tv.js("""const m = new Image(); m.src = 'data:image/png;base64,' + arguments[0]; return m.decode().then(() => {
            const c = document.createElement('canvas'); c.width = 4000; c.height = 3000; const x = c.getContext('2d');
            x.fillStyle = '#3f6b4f'; x.fillRect(0, 0, 4000, 3000); x.translate(400, 500); x.rotate(0.25);
            x.drawImage(m, 0, 0, m.width, m.height / 4, 0, 0, m.width * 0.7, m.height / 4 * 0.7); return c.toDataURL('image/jpeg', 0.8).split(',')[1]; })""", sheet)
        file = tempfile.NamedTemporaryFile(suffix=".jpg")
        self.addCleanup(file.close)
        file.write(base64.b64decode(data))
        file.flush()
        return file.name

    def test_photograph(self):
        self.sit("haratama", "Aki", "Bo", "Chie", "Dai")
        self.laptop.type("2 9 10")
        self.until("Bo", "だれ", "#asked")
        self.tv.go("data:text/html,<p>")        # where pictures from anywhere may be drawn
        bo = self.phones["Bo"]
        bo.upload("#photo-file", self.picture("r9", "b4", "g13", "p1"))
        bo.find("#picture-form")
        self.assertEqual(sorted(bo.js("return [...document.querySelectorAll('[data-found]')].map(e => e.dataset.found)")), ["b4", "g13", "p1", "r9"])
        self.assertEqual(bo.js("return document.querySelectorAll('#picture-cards polygon').length"), 4)
        bo.tap("[data-found=p1]")
        bo.tap(".chosen [data-card=p2]")
        self.assertEqual(bo.access(44), [])
        if PICTURES:
            bo.shot(f"{PICTURES}/photograph-Bo.png")
        bo.tap_text("#picture-form button", "公開したカード")
        bo.tap_text("#picture-form button", "入力する")
        self.until("Aki", "Bo: show", "#line-list")
        for token in ("r9", "b4", "g13", "p2"):
            self.assertIn(token, self.phones["Aki"].text("#line-list"))


    def test_photograph_of_a_pack(self):
        """A hand of a game from a file, photographed: its cards by their signs, and from then on the fan."""
        file = tempfile.NamedTemporaryFile("w", suffix=".fuda", encoding="utf-8")
        self.addCleanup(file.close)
        file.write('pack trick "Pair"\nseats 3\nsuits c=club h=heart s=spade\nranks 2 7 10 q k\ndeal 2\nrounds 9\n')
        file.flush()
        self.sit(file.name, "Aki", "Bo", "Chie")
        for line in ("deal", "Bo: c7 h2 ck", "Aki: c2 cq s2", "deal"):
            self.laptop.type(line)
        self.until("Bo", "カードを出す", "#task")
        self.assertEqual(self.tv.js("return document.querySelectorAll('#drawn .c:not(.empty)').length"), 0)      # the last deal's trick is gone
        self.tv.go("data:text/html,<p>")
        bo = self.phones["Bo"]
        bo.upload("#photo-file", self.picture("h10", "sq", game=file.name))
        bo.find("#picture-form")
        self.assertEqual(sorted(bo.js("return [...document.querySelectorAll('[data-found]')].map(e => e.textContent)")), ["♠Q", "♥10"])
        self.assertEqual(bo.access(44), [])
        bo.tap_text("#picture-form button", "手札")
        bo.tap_text("#picture-form button", "入力する")
        bo.until("return document.querySelectorAll('.fan .held-card').length === 2")

    def test_one_phone_for_everybody(self):
        """A trick in four taps, one after the other: in their order, each once."""
        self.sit("haratama", "Aki", "Bo", "Chie", "Dai")
        for line in ("2 9 10", "Chie: lead"):
            self.laptop.type(line)
        self.until("Aki", "Chie", "#asked")
        aki = self.phones["Aki"]
        aki.tap("#pad-body [data-card=enter]")
        for card in ("r2", "r1", "r5", "r12"):
            before = aki.text("#line-list")
            self.tap("Aki", f"#pad-body [data-card={card}]")
            self.heard(aki, before)
        self.until("Bo", "赤12", "#line-list")
        lines = self.phones["Chie"].js("return [...document.querySelectorAll('#line-list .said')].map(e => e.textContent)")
        self.assertEqual(lines[:5], ["r12", "r5", "r1", "r2", "Chie: lead"])
        self.until("Chie", "trick 2", "#board")

    # ---- what phones may do ----

    def test_modes(self):
        """The laptop confirms each line, or lets phones watch only."""
        self.sit("haratama", "Aki", "Bo", "Chie", "Dai")
        aki = self.phones["Aki"]
        for line in ("serve ask", "2 9 10", "Aki: lead"):
            self.laptop.type(line)
        aki.tap("#pad-body [data-card=r9]")
        aki.until("return document.querySelector('#latest').textContent.includes('Waiting for the laptop: r9')")
        self.laptop.type("")
        self.until("Bo", "赤9", "#line-list")
        self.laptop.type("serve watch")
        for page in self.phones.values():
            page.until("return document.querySelector('#pad').hidden && document.querySelector('#photo').hidden && document.querySelector('#undo').hidden")
        self.laptop.type("r3")
        self.until("Chie", "r3", "#line-list")

    # ---- between games ----

    def test_between_games(self):
        """Standings, games, one of them line by line, rules with search; everything inside the page, in its language."""
        records = ["tests/night.fuda", "tests/cases/needfire/whole-game-4-discards.fuda"]
        self.laptop = Laptop("serve", before=[["campaign", "new", "Friday"], ["add", *records]])
        self.addCleanup(self.laptop.close)
        self.phones = {"Bo": self.open["Bo"]}
        bo = self.phones["Bo"]
        bo.go(self.laptop.address())
        self.tv.go("data:text/html,<html lang=en><title>nothing")
        bo.tap_text("#between button", "順位")
        self.until("Bo", "平均順位", "#page-body")
        self.assertEqual(bo.access(44), [])
        bo.tap("#page .close")
        bo.tap_text("#between button", "これまでのゲーム")
        bo.tap_text("#page-body a", "2026-11-14 祓魂")
        self.until("Bo", "34 / 34", "#page-body")
        bo.tap("#page-body a[rel=prev]")
        self.until("Bo", "33 / 34", "#page-body")
        bo.tap("#page-body a[rel=next]")
        self.until("Bo", "34 / 34", "#page-body")
        self.assertEqual(bo.access(44), [])
        if PICTURES:
            bo.shot(f"{PICTURES}/record-Bo.png")
        bo.tap("#page-back")
        self.until("Bo", "NeedFire", "#page-body")
        bo.tap("#page .close")
        bo.tap_text("#between button", "ルール")
        bo.type("#page-words", "祓魂\n")
        self.until("Bo", "haratama/haratama", "#page-body")
        bo.js("document.querySelector('#page-words').value = ''")
        bo.type("#page-words", "Hearts\n")                      # a game from a file: its rows as sentences
        self.until("Bo", "c2を持つ人", "#page-body")
        self.assertEqual(bo.access(44), [])
        self.assertEqual(bo.js("return location.pathname"), "/")


if __name__ == "__main__":
    unittest.main()
