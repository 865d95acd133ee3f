"""
Trick-taking games from files, at phones and on a television: whole deals of those in the box, and of one with five suits, cards above and
below them and wide ranks; hands entered, passed and played from, bids, trumps, what may be played, wrong taps, undo, a dispute, again.
"""
import os, re, tempfile, unittest
from driver import Driver
from laptop import Laptop
from test_table import MEASURES

PICTURES = os.environ.get("PICTURES")
FIVE = """pack trick "Five"
seats 3-7
suits r=red y=yellow g=green b=blue v=violet
ranks 1 2 3 4 5 6 7 8 9 10 kni
above 3 w=wizard
below 3 n=jester
deal 3
trump chosen
bids
follow-or-trump
worth 10=5 v1=-3
points 2*tricks + worth
until 50
"""
RANKS = "2 3 4 5 6 7 8 9 10 j q k a".split()
SUIT_OF = {"Aki": "c", "Bo": "d", "Chie": "s", "Dai": "h"}


class TrickPackTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.driver = Driver().__enter__()
        cls.open = {name: cls.driver.open(390, 844, touch=True, lang=lang) for name, lang in (("Aki", "en"), ("Bo", "ja"))}
        cls.tv = cls.driver.open(1920, 1080)

    @classmethod
    def tearDownClass(cls):
        cls.driver.__exit__()

    def sit(self, *arguments, before=()):
        """Aki and Bo have phones, the others play at the laptop; a television looks on."""
        self.laptop = Laptop("table", *arguments, before=before)
        self.addCleanup(self.laptop.close)
        url = self.laptop.serve()
        for name, phone in self.open.items():
            phone.go(url)
            phone.tap_text("#who button", name)
            phone.until("return document.querySelector('#who').hidden")
        self.tv.go(url + "&tv")
        self.tv.until("return document.querySelector('main').innerText.trim() !== ''")

    def tearDown(self):
        for page in (*self.open.values(), self.tv):
            self.assertEqual([one for one in page.complaints() if "net::ERR" not in one and "401" not in one], [])

    def look(self, name):
        """Nothing is cut, nothing overlaps, nobody is shut out, on either phone and on the television."""
        for who, page in (*self.open.items(), ("tv", self.tv)):
            page.js("scrollTo(0, 0)")
            self.assertEqual(page.js(MEASURES, 44), [], (name, who))
            if PICTURES:
                os.makedirs(PICTURES, exist_ok=True)
                page.shot(f"{PICTURES}/pack-{name}-{who}.png")

    def until(self, page, text, css="main"):
        page.until("return document.querySelector(arguments[0])?.innerText.includes(arguments[1])", css, text)

    def tap(self, name, css):
        self.open[name].until("return !document.body.classList.contains('busy')")
        self.open[name].tap(css)

    def heard(self, name, before):
        self.open[name].until("""return document.querySelector('#line-list').innerText !== arguments[0] && sessionStorage.getItem('taps') === '[]'
                                 && !document.body.classList.contains('busy')""", before)

    def say(self, name, *tokens, whole=False):
        """Taps these; `whole`: and then what says it."""
        before = self.open[name].text("#line-list")
        for token in tokens:
            self.tap(name, f"#pad-body [data-card='{token}']")
        if whole:
            self.tap(name, "#pad-body .answer .main")
        self.heard(name, before)

    def typed(self, *lines):
        for line in lines:
            before = self.open["Aki"].text("#line-list")
            self.laptop.type(line)
            self.open["Aki"].until("return document.querySelector('#line-list').innerText !== arguments[0]", before)
            self.laptop.read(0)

    def hand(self, name, *tokens, way="hand"):
        """In one go, from the grid."""
        phone, before = self.open[name], self.open[name].text("#line-list")
        self.tap(name, f"#pad-body [data-card={way}]")
        phone.until("return !document.querySelector('#hand').inert")
        for token in tokens:
            phone.tap(f"[data-hand={token}]")
        if PICTURES:
            phone.shot(f"{PICTURES}/pack-{way}-{name}.png")
        self.assertEqual(phone.access(44), [])
        self.assertEqual(phone.js("return [...document.querySelectorAll('.tile')].filter(e => e.scrollWidth > e.clientWidth).map(e => e.textContent)"), [])
        phone.tap("#hand-say")
        self.heard(name, before)

    def fan(self, name):
        """The own hand as it is seen; what may be played bears a !"""
        return self.open[name].js("return [...document.querySelectorAll('.fan button')].map(e => e.dataset.card + (e.disabled ? '' : '!')).join(' ')")

    def drawn(self, page):
        """Each player's card as it is drawn, and what stands beside the name: Aki K♣ ◆0/1 …"""
        return page.js("""return [...document.querySelectorAll('#drawn .seat')].map(e => e.querySelector('.name').textContent + ' '
            + [...e.querySelector('.c').children].map(c => c.textContent).join('') + ' ' + [...e.querySelectorAll('.bit:not(.score)')].map(b => b.textContent).join(' ')).sort()""")

    def results(self, page):
        return sorted(page.js("return [...document.querySelectorAll('#drawn .standing li')].map(e => [...e.children].map(c => c.textContent).join(' ').trim())"))

    # ---- the four in the box ----

    def test_hearts(self):
        """Hands, passed to the left, a whole deal from the fans; what cannot be played is not offered; a revoke is asked about."""
        self.sit("Hearts", "Aki", "Bo", "Chie", "Dai")
        aki, bo = self.open["Aki"], self.open["Bo"]
        self.tap("Aki", "#pad-body [data-card=otherwise]")
        self.until(self.tv, "Cards to pass: 3", "#drawn")
        self.hand("Aki", *[f"c{rank}" for rank in RANKS[3:]], "s2", "s3", "s4")
        self.assertEqual(bo.js("return document.querySelector('#asked').innerText.includes('Aki')"), False)     # who holds what is not told
        self.hand("Aki", "s2", "s3", "s4", way="pass")
        self.hand("Bo", "d5", "d6", "d7", *[f"d{rank}" for rank in RANKS[6:]], "c2", "c3", "c4")
        self.assertNotIn("c2", self.tv.text("main"))
        self.hand("Bo", "c2", "c3", "c4", way="pass")
        self.typed("Chie: pass d2 d3 d4", "Dai: pass ? ? ?")
        self.assertEqual([line for line in self.drawn(self.tv) if "✓" not in line], [])
        self.hand("Aki", "h2", "h3", "h4")               # the ten that stayed are chosen already
        self.hand("Bo", "s2", "s3", "s4")
        self.look("hearts-lead")
        self.typed("Chie: c2 d2")
        self.assertEqual(self.fan("Aki").split(), [f"c{rank}!" for rank in RANKS[3:]] + ["h2", "h3", "h4"])
        self.say("Aki", "c10")
        self.assertEqual(self.drawn(self.tv), ["Aki 10♣ ◆0 ◈0", "Bo  ◆0 ◈0", "Chie 2♣ ◆0 ◈0", "Dai 2♦ ◆0 ◈0"])
        self.look("hearts-trick")
        self.tap("Bo", "#pad-body [data-card=s2]")
        self.until(self.tv, "◆1", "#drawn")
        self.assertEqual(self.tv.js("return document.querySelector('#drawn .won').dataset.token"), "c10")
        self.look("hearts-full")
        aki.tap("#undo")
        aki.tap("#ask-yes")
        aki.until("return !document.querySelector('#drawn .won')")
        self.say("Bo", "s2")
        self.until(aki, "Your turn", "#asked")
        self.assertEqual([one for one in self.fan("Aki").split() if one[0] == "h"], ["h2", "h3", "h4"])     # hearts are not broken
        for rank, others in zip(("5", "6", "7", "8", "9", "j", "q", "k", "a"), ("c3 d3", "c4 d4", "s5 h5", "s6 h6", "s7 h7", "s8 h8", "s9 h9", "s10 h10", "sj hj")):
            self.say("Aki", f"c{rank}")
            self.say("Bo", f"d{rank}")
            self.typed(others)
        self.assertEqual(self.fan("Aki"), "h2! h3! h4!")
        self.look("hearts-late")
        for own, bo, others in (("h2", "d10", ("sq hq", "ha")), ("h3", "s3", ("sk", "hk")), ("h4", "s4", ("sa",))):
            self.say("Aki", own)
            self.say("Bo", bo)
            self.typed(*others)
        self.until(self.tv, "Deal 1", "#drawn .about")
        self.assertEqual(self.results(self.tv), ["Aki ◆10 ◈7 −7", "Bo ◆0 ◈0 0", "Chie ◆0 ◈0 0", "Dai ◆3 ◈19 −19"])
        self.look("hearts-deal")
        self.tap("Bo", "#pad-body [data-card=otherwise]")
        self.until(self.tv, "Deal 2", "#drawn")
        self.assertEqual(aki.js("return document.querySelectorAll('.fan').length"), 0)      # the hand of another deal is none

    def test_spades(self):
        """Partners, bids one by one at their own phones and in one go, a whole deal, its points on the television."""
        self.sit("Spades", "Aki", "Bo", "Chie", "Dai")
        self.tap("Aki", "#pad-body [data-card=otherwise]")
        self.until(self.tv, "Trumps ♠", "#drawn")
        self.until(self.open["Aki"], "How many tricks does each player bid?", "#asked")
        self.typed("Bo: bid 4", "Chie: bid 0")
        self.until(self.tv, "How many tricks does Dai bid?", "#task")
        self.typed("Dai: bid 3")
        self.until(self.open["Aki"], "Your turn", "#asked")
        self.look("spades-bid")
        self.say("Aki", "5")
        self.assertEqual([line.split(" ", 2)[2] for line in self.drawn(self.tv)], ["◆0/5", "◆0/4", "◆0/0", "◆0/3"])
        for rank in RANKS:
            self.typed(f"s{rank} c{rank} d{rank} h{rank}")
            if rank == "10":
                self.look("spades-full")
        self.laptop.read()
        self.until(self.tv, "Deal 1", "#drawn")
        self.assertEqual(self.results(self.tv), ["Aki ◆0/5 +50", "Bo ◆13/4 +76", "Chie ◆0/0 +50", "Dai ◆0/3 +76"])
        self.look("spades-deal")
        self.tap("Bo", "#pad-body [data-card=otherwise]")
        self.until(self.tv, "Deal 2", "#drawn")

    def test_oh_hell(self):
        """The card turned up is tapped; the bids of all; the deal's end; the game's, and another one with the same people."""
        self.sit("Oh Hell", "Aki", "Bo", "Chie")
        self.tap("Aki", "#pad-body [data-card=otherwise]")
        self.until(self.open["Bo"], "カード", "#asked")
        self.say("Bo", "h5")
        self.until(self.tv, "Trumps ♥", "#drawn")
        self.say("Aki", whole=True)
        self.look("hell-lead")
        self.say("Bo", "c10")
        self.assertEqual(self.tv.js("return document.querySelector('[data-token=c10]').innerText.split('\\n').join('')"), "10♣")
        self.typed("h2")
        self.assertTrue(self.tv.js("return document.querySelector('[data-token=h2]').classList.contains('trump')"))
        self.tap("Aki", "#pad-body [data-card=ck]")
        self.until(self.tv, "◆1/0", "#drawn")
        self.typed(*[f"h{rank} d{rank} s{rank}" for rank in RANKS if rank not in "25ak"])
        self.until(self.tv, "◆10/0", "#drawn .standing")
        self.look("hell-deal")
        self.typed("deal", "trump c2", "bid 1 0 0", "end")
        self.until(self.open["Aki"], "Another game, with the same people")
        self.look("hell-end")
        self.tap("Aki", "#pad-body [data-card=otherwise]")
        self.open["Aki"].tap("#ask-yes")
        self.until(self.tv, "deal", "#asked")

    def test_wizard(self):
        """Six at a table: cards above and below all suits by their names, and one turned up with the suit chosen."""
        names = ("Aki", "Bo", "Chie", "Dai", "Emi", "Fumi")
        self.sit("Wizard", *names)
        self.tap("Aki", "#pad-body [data-card=otherwise]")
        self.tap("Aki", "#pad-body [data-card='way 1']")         # a wizard: the suit is the dealer's choice
        self.say("Aki", "w", "red", whole=True)
        self.typed("bid 0 0 1 0 0 0")
        self.say("Bo", "n")
        self.typed("r3 w g13 w")
        self.assertEqual(self.drawn(self.tv), ["Aki  ◆0/0", "Bo jester▽ ◆0/0", "Chie 3r ◆0/1", "Dai wizard▲ ◆0/0", "Emi 13g ◆0/0", "Fumi wizard▲ ◆0/0"])
        self.look("wizard-trick")
        self.say("Aki", "b2")
        self.until(self.tv, "◆1/0", "#drawn")
        self.look("wizard-deal")

    # ---- a file of one's own ----

    def test_five_suits(self):
        """Two phones at once; trumps chosen by a tap; what has to be played by the file's rules; a wrong tap, and a revoke that is settled."""
        file = tempfile.NamedTemporaryFile("w", suffix=".fuda", encoding="utf-8")
        self.addCleanup(file.close)
        file.write(FIVE)
        file.flush()
        self.sit(file.name, "Aki", "Bo", "Chie", "Dai", "Emi")
        aki, bo = self.open["Aki"], self.open["Bo"]
        self.tap("Aki", "#pad-body [data-card=otherwise]")
        self.hand("Aki", "y2", "rkni", "b9")
        self.hand("Bo", "y10", "w", "v1")
        self.say("Aki", "red", whole=True)
        self.until(self.tv, "Trumps red", "#drawn")
        self.typed("bid 0 1 0 0 1")
        self.assertEqual(self.fan("Bo"), "y10! w! v1!")
        self.say("Bo", "y10")
        self.typed("b1 ykni n")
        self.assertEqual(self.fan("Aki"), "y2! rkni b9")
        self.look("five-follow")
        aki.tap("#pad-body details summary")
        self.tap("Aki", "#pad-body details [data-card=b9]")     # which the own hand does not let: asked of that phone alone
        aki.until("return document.querySelector('#doubt').open")
        self.assertNotIn("y2", self.tv.text("main"))
        if PICTURES:
            aki.shot(f"{PICTURES}/pack-five-wrong-Aki.png")
        aki.tap_text("#doubt button", "Take backIt goes, and can be said anew.")
        aki.until("return !document.querySelector('#doubt').open && !document.body.classList.contains('busy')")
        self.say("Aki", "y2")
        self.until(self.tv, "◆1", "#drawn")
        self.typed("Dai: g1 g2")
        self.assertEqual(self.fan("Aki"), "rkni! b9")       # none of the suit led: a trump, if one is held
        self.look("five-trump")
        self.laptop.type("Chie: b2")                              # out of turn: asked about, and taken back
        self.until(self.tv, "trick/turn", "#open-doubt")
        self.look("five-doubt")
        self.laptop.type("")
        self.tv.until("return document.querySelector('#open-doubt').hidden")
        self.say("Aki", "rkni")
        self.assertTrue(self.tv.js("return document.querySelector('[data-token=rkni]').classList.contains('trump')"))
        self.assertEqual(self.fan("Bo"), "w! v1!")
        self.say("Bo", "w")
        self.typed("g3")
        self.until(bo, "あなたの手番", "#asked")
        self.say("Bo", "v1")
        self.typed("y3")                                    # a revoke of the first trick, now proved
        self.until(bo, "trick/follow", "#ruled")
        self.look("five-ruled")
        self.typed("v3 v4")
        self.tap("Aki", "#pad-body [data-card=b9]")
        self.until(self.tv, "Deal 1", "#drawn .about")
        self.look("five-deal")


if __name__ == "__main__":
    unittest.main()
