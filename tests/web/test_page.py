"""The phones' page against fuda-serve: what a phone goes through, and every kind of answer. `fuda` is played by pipe.py."""
import os, tempfile, time, unittest
from driver import Driver
from pipe import DECK, Pipe, both, card, play, table, way

PROGRAM = os.path.join(os.environ.get("BUILD", "build/release"), "bin/fuda-serve")


class PageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.driver = Driver().__enter__()
        cls.phone = cls.driver.open(360, 740, touch=True)

    @classmethod
    def tearDownClass(cls):
        cls.driver.__exit__()

    def setUp(self):
        self.pipe = Pipe(PROGRAM)
        self.serial = 1

    def tearDown(self):
        self.pipe.close()
        complaints = [one for one in self.phone.complaints() if not self.expected(one)]
        self.assertEqual(complaints, [])

    def expected(self, complaint):
        """The net fails in some tests, and is said to."""
        return "net::ERR" in complaint or "status of 401" in complaint

    def join(self, seat=0, shown=None, phone=None):
        phone = phone or self.phone
        self.pipe.put("table", shown or play(1))
        phone.go(self.pipe.url)
        if seat is None:
            phone.tap_text("#who button", "Only watching")
        else:
            phone.tap(f"#who-seats button:nth-of-type({seat + 1})")
        guest = self.pipe.hear("guest")
        while seat is not None and guest["seat"] != seat:
            guest = self.pipe.hear("guest")
        phone.until("return document.querySelector('#who').hidden")
        return guest["guest"]

    def said(self, line, outcome="taken", text=""):
        """The next line that a phone says is this one, and it is answered."""
        heard = self.pipe.hear("say")
        self.assertEqual(heard and heard["line"], line)
        self.pipe.put("said", {"id": heard["id"], "outcome": outcome, **both([text] if text else [])}, to=heard["guest"])
        return heard

    def rested(self):
        """The answer has come, and the next tap is another one."""
        self.phone.until("return !document.body.classList.contains('busy')")

    def show(self, *ways, **more):
        self.serial += 1
        self.pipe.put("table", table(self.serial, *ways, question=f"Question {self.serial}?", **more))
        self.phone.until("return document.querySelector('#task').textContent === arguments[0]", f"Question {self.serial}?")

    # ---- coming in ----

    def test_wrong_code_asks_again_and_the_right_one_lets_in(self):
        self.pipe.put("table", play(1))
        self.phone.go(self.pipe.url.split("?")[0])
        self.phone.type("#code", "WRONG1")
        self.phone.tap("button")
        self.phone.find("#code")
        self.assertEqual(self.phone.access(44), [])
        self.phone.go(self.pipe.url)
        self.phone.find("#board")

    def test_page_is_there_soon(self):
        """What it fetches before it is there, counted: a time would measure the machine."""
        self.join()
        self.phone.reload()
        self.phone.until("return !document.querySelector('#board').hidden")
        sizes = self.phone.js("""return ['navigation', 'resource'].flatMap(type => performance.getEntriesByType(type))
            .filter(e => e.name.startsWith(location.origin)).map(e => e.decodedBodySize)""")
        self.assertGreater(len(sizes), 1)
        self.assertLess(len(sizes), 24, "requests until the page is there")
        self.assertLess(sum(sizes), 140000, "bytes until the page is there")

    def test_names_and_notes_are_never_markup(self):
        names = ["<b>Aki</b>", "Bo\"><i>", "&amp;", "<script>alert(1)</script>"]
        lines = [{"n": 1, "text": both("<img src=x onerror=alert(1)>"), "undone": False, "findings": []}]
        self.join(shown=play(1, names=names, lines=lines, question="<u>Which</u>"))
        self.assertEqual(self.phone.js("return document.querySelectorAll('main b:not(#latest b), main i, main u, main img, main script').length"), 0)
        self.assertEqual(self.phone.text("#task"), "<u>Which</u>")

    # ---- taps ----

    def test_a_tap_is_a_line(self):
        self.join()
        self.phone.tap("[data-card=r9]")
        heard = self.said("r9")
        self.assertEqual((heard["seat"], heard["serial"]), (0, 1))
        self.phone.until("return !document.querySelector('#latest').textContent.includes('Sending')")

    def test_an_answer_that_gets_lost_is_fetched_with_the_same_id(self):
        self.join()
        self.phone.tap("[data-card=r9]")
        first = self.pipe.hear("say")
        self.phone.reload()                 # before the answer came
        self.phone.find("#board")
        self.assertIsNone(self.pipe.hear("say", 1.5))       # the server knows the id, and does not hand it on again
        self.pipe.put("said", {"id": first["id"], "outcome": "taken", **both([])}, to=first["guest"])
        self.phone.until("return sessionStorage.getItem('taps') === '[]'")

    def test_offline_is_said_and_the_tap_goes_out_once(self):
        self.join()
        self.phone.offline()
        self.pipe.put("table", play(1))
        self.phone.tap("[data-card=b4]")
        self.phone.js("window.dispatchEvent(new Event('offline'))")
        self.assertIsNone(self.pipe.hear("say", 1))
        self.phone.offline(False)
        self.said("b4")
        self.assertIsNone(self.pipe.hear("say", 1.5))

    def test_one_tap_is_one_answer(self):
        """What is tapped while the answer is awaited, or as the second of two taps, was meant for what lay there before."""
        self.join()
        twice = "for (const token of arguments) document.querySelector(`[data-card=${token}]`).click()"
        self.phone.js(twice, "r9", "r3")
        self.said("r9")
        self.phone.until("return sessionStorage.getItem('taps') === '[]'")
        self.phone.until("return !document.body.classList.contains('busy')")
        self.phone.js(twice, "r12", "r12")
        self.assertEqual(self.pipe.hear("say")["line"], "r12")
        self.assertIsNone(self.pipe.hear("say", 1))

    def test_the_second_of_two_taps_meets_no_question(self):
        """Neither the answer that comes within the time of a double tap, nor a box that opens under the finger."""
        self.join(shown=play(1, undo=both("Aki r9")))
        self.phone.js("document.querySelector('#undo').click()")
        self.assertTrue(self.phone.js("return document.querySelector('#ask').inert"))
        self.phone.until("return !document.querySelector('#ask').inert")
        self.phone.tap("#ask-no")
        self.phone.js("document.querySelector('[data-card=r9]').click()")
        heard = self.pipe.hear("say")
        self.pipe.put("said", {"id": heard["id"], "outcome": "taken", **both([])}, to=heard["guest"])
        self.phone.until("return sessionStorage.getItem('taps') === '[]'")
        self.phone.js("document.querySelector('[data-card=r3]').click()")
        self.assertIsNone(self.pipe.hear("say", 1))

    def test_refused_is_said(self):
        self.join()
        self.phone.tap("[data-card=r9]")
        self.said("r9", "refused", "r9 has been played.")
        self.phone.until("return document.querySelector('#toast').textContent.includes('r9 has been played.')")

    def test_waiting_for_the_laptop_is_shown(self):
        self.join()
        self.phone.tap("[data-card=r9]")
        heard = self.said("r9", "waits")
        self.phone.until("return document.querySelector('#latest').textContent.includes('Waiting for the laptop')")
        self.pipe.put("said", {"id": heard["id"], "outcome": "taken", **both([])}, to=heard["guest"])
        self.phone.until("return !document.querySelector('#latest').textContent.includes('Waiting')")

    def test_cards_keep_their_places(self):
        self.join()
        place = "const r = document.querySelector('[data-card=r9]').getBoundingClientRect(); return [r.x, r.y]"
        before = self.phone.js(place)
        self.pipe.put("table", play(2, played=["r8", "r10", "b1"]))
        self.phone.until("return !document.querySelector('[data-card=r8]')")
        self.assertEqual(self.phone.js(place), before)

    def test_another_seat_is_entered_after_one_tap(self):
        self.join(seat=1)
        self.assertEqual(self.phone.js("return document.querySelectorAll('[data-card=r9]').length"), 0)
        self.phone.tap("[data-card=enter]")
        self.phone.tap("[data-card=r9]")
        self.said("r9")

    def test_watching_only_watches(self):
        self.join()
        self.pipe.put("table", {**play(2), "phones": "watch"})
        self.phone.until("return document.querySelector('#pad').hidden && document.querySelector('#undo').hidden && document.querySelector('#photo').hidden")

    # ---- coming back ----

    def test_a_phone_that_slept_is_where_the_table_is(self):
        sleeper = self.driver.open(360, 740, touch=True)
        try:
            self.join(phone=sleeper)
            sleeper.cdp("Page.setWebLifecycleState", state="frozen")
            self.pipe.put("table", play(2, played=["r9"], seat=1, question="Bo?"))
            time.sleep(0.5)
            sleeper.cdp("Page.setWebLifecycleState", state="active")
            sleeper.until("return document.querySelector('#task').textContent === 'Bo?'")
        finally:
            sleeper.close()

    def test_the_server_comes_back_with_its_guests(self):
        self.join(seat=2)
        port = int(self.pipe.url.split(":")[2].split("/")[0])
        self.pipe.process.kill()
        self.pipe.process.wait()
        self.phone.until("return document.body.classList.contains('offline')")
        self.assertIn("No connection", self.phone.text("#net"))
        self.phone.tap("[data-card=enter]")
        self.phone.tap("[data-card=r9]")
        self.pipe = Pipe(PROGRAM, keep=self.pipe.kept, port=port)
        self.pipe.put("table", play(1))
        self.assertEqual(self.said("r9")["seat"], 2)

    def test_a_broken_line_is_a_bar_under_the_header(self):
        """As wide as the page, readable, under the header wherever the page stands, and gone when the line is back."""
        self.join()
        for dark in (False, True):
            self.phone.dark(dark)
            self.phone.offline()
            self.phone.js("window.dispatchEvent(new Event('offline')); scrollTo(0, 400)")
            port = int(self.pipe.url.split(":")[2].split("/")[0])
            self.pipe.process.kill()
            self.pipe.process.wait()
            self.phone.until("return document.querySelector('#net').textContent.startsWith('No connection')")
            self.assertEqual(self.phone.js("""const net = document.querySelector('#net').getBoundingClientRect(), head = document.querySelector('header').getBoundingClientRect();
                return [net.left, net.width === document.documentElement.clientWidth, Math.abs(net.top - head.bottom) < 1.5]"""), [0, True, True])
            self.assertEqual(self.phone.access(), [])
            self.pipe = Pipe(PROGRAM, keep=self.pipe.kept, port=port)
            self.pipe.put("table", play(1))
            self.phone.offline(False)
            self.phone.until("return !document.querySelector('#net').checkVisibility()", patience=20)
        self.phone.dark(False)

    def test_a_seat_that_another_phone_takes_is_told(self):
        self.join()
        other = self.driver.open(360, 740, touch=True)
        try:
            other.go(self.pipe.url)
            other.tap("#who-seats button:nth-of-type(1)")
            self.phone.until("return document.querySelector('#toast').textContent.includes('Another phone has taken')")
            self.assertIn("Aki", self.phone.text("#toast"))
            self.phone.find("#who-seats button")
        finally:
            other.close()

    def test_shown_out(self):
        guest = self.join()
        self.pipe.send({"do": "show out", "guest": guest})
        self.phone.find("#code")
        self.assertIn("shown out", self.phone.text("#out"))

    def test_an_orderly_end_is_no_broken_line(self):
        self.join()
        self.pipe.send({"do": "quit"})
        self.phone.until("return document.querySelector('#net').textContent === 'The table has closed.'")

    # ---- a hand ----

    def test_a_hand_is_told_in_one_go_and_played_from(self):
        seats = [{"seat": i, "cards": 3, "relics": 0, "points": 0} for i in range(4)]
        shown = lambda serial, seat=0, **now: play(serial, seat=seat, ask={"led": now.pop("led", None), "duties": now.pop("duties", []), "deck": DECK},
                                           laid={"table": {"round": 1, "trick": 1, "open": True, "turn": 0, "trick_cards": [], "seats": seats, **now},
                                                 "last": {"cards": [], "winner": None}, "end": {}, "row": None, "open": None, "rows": 0, "over": False, "winners": []})
        self.join(shown=shown(1, seat=3))                   # before the own turn too
        self.assertEqual(self.phone.js("return document.querySelectorAll('.fan').length"), 0)
        self.phone.tap("[data-card=hand]")
        self.phone.until("return !document.querySelector('#hand').inert")
        for token in ("r9", "b4", "r10", "g2"):             # the fourth is one too many
            self.phone.tap(f"[data-hand={token}]")
        self.assertEqual(self.phone.access(44), [])
        self.phone.tap("#hand-say")
        self.said("Aki: hand r9 b4 r10")
        lit = "return [...document.querySelectorAll('.fan button')].map(e => e.dataset.card + (e.disabled ? '' : '!')).join(' ')"
        self.phone.until(lit + " === 'r9 b4 r10'")          # seen, and not to be played yet
        self.pipe.put("table", shown(2))
        self.phone.until(lit + " === 'r9! b4! r10!'")
        others = [one["token"] for one in DECK if one["suit"] != "r"]       # first what has to be played, if it is held
        self.pipe.put("table", shown(3, led="r", duties=[{"of": others, "first": [f"r{n}" for n in range(1, 14)]}], trick_cards=[{"seat": 3, "card": DECK[1]}]))
        self.phone.until(lit + " === 'r9! b4 r10!'")
        self.rested()
        self.phone.tap(".fan [data-card=r10]")
        self.said("r10")

    def test_what_nobody_knows_of_a_trick_is_asked(self):
        """A game from a file whose cards were not all seen: what each took, and what came of the deal."""
        card = {"token": "hq", "en": "♥Q", "ja": "♥Q", "suit": "h", "mark": "♥", "face": "Q", "rank": 11, "hue": "r"}
        seats = [{"seat": i, "cards": 2, "bid": 1, "tricks": None if i < 2 else 0, "worth": None if i < 2 else 3, "points": None if i < 2 else -4} for i in range(4)]
        now = {"deal": 1, "trick": 2, "turn": 2, "open": True, "dealer": 3, "trump": ["heart"], "seats": seats, "trick_cards": [{"seat": 0, "card": card}, {"seat": 1, "card": None}]}
        laid = {"table": now, "last": {"cards": [], "winner": None}, "end": {}, "row": None, "open": None, "rows": 0, "over": False, "winners": [], "suits": {"heart": card}}
        game = {"key": "trick", **both("Mine")}
        self.join(shown=play(1, laid=laid, game=game))
        self.phone.until("return document.querySelectorAll('#drawn .seat').length === 4")
        drawn = "return [...document.querySelectorAll('#drawn .seat')].map(e => [...e.querySelectorAll('.bit')].map(b => b.textContent).join(' ')).sort()"
        self.assertEqual(self.phone.js(drawn), ["◆0/1 ◈3 −4", "◆0/1 ◈3 −4", "◆?/1 ◈? ?", "◆?/1 ◈? ?"])
        self.assertTrue(self.phone.js("return document.querySelector('[data-token=hq]').classList.contains('trump') && document.querySelector('.c.down').textContent === '?'"))
        row = {"deal": 1, "tricks": [None, None, 1, 1], "bid": [1, 1, 1, 1], "points": [None, None, 11, 11]}
        self.pipe.put("table", play(2, game=game, laid={**laid, "table": {**now, "open": False}, "row": row, "rows": 1}))
        self.phone.until("return document.querySelector('#drawn .standing')?.textContent.includes('◆?/1')")
        self.assertNotIn("null", self.phone.text("#drawn"))

    # ---- doubts, undo ----

    def test_a_doubt_is_asked_where_it_was_entered(self):
        guest = self.join()
        doubt = {"id": 3, "guest": guest, "line": both("Aki r9"), **both(["Aki followed no red."]), "stands": "! 3", "back": "? 3"}
        self.pipe.put("doubt", {**doubt, "guest": "G99"})
        self.phone.until("return document.querySelector('#open-doubt').innerText.includes('followed no red')")
        self.assertFalse(self.phone.js("return document.querySelector('#doubt').open"))
        self.pipe.put("doubt", doubt)
        self.phone.find("#doubt-yes")
        self.assertIn("followed no red", self.phone.text("#doubt"))
        self.assertEqual(self.phone.access(44), [])
        self.phone.tap("#doubt-no")
        self.said("? 3")
        self.pipe.put("doubt", None)
        self.phone.until("return !document.querySelector('#doubt').open && document.querySelector('#open-doubt').hidden")

    def test_what_was_meant_perhaps_is_a_button(self):
        """Offers of the repair, in a doubt and beside a ruling; without any nothing is shown of them."""
        guest = self.join()
        offer = [{"edit": "name", "line": 8, "put": "Chie: g2", "say": "offer 1"}, {"edit": "twice", "line": 8, "put": None, "say": "offer 2"}]
        doubt = {"id": 3, "guest": guest, "line": both("g2"), **both(["Dai led out of turn."]), "stands": "! 3", "back": "? 3", "perhaps": offer}
        self.pipe.put("doubt", doubt)
        self.phone.until("return document.querySelector('#doubt').open && !document.querySelector('#doubt').inert")
        self.assertEqual(self.phone.js("return [...document.querySelectorAll('#doubt .offer')].map(e => e.textContent)"), ["Chie: g2", "Leave line 8 out"])
        self.assertEqual(self.phone.access(44), [])
        self.phone.tap_text("#doubt .offer", "Chie: g2")
        self.said("offer 1")

    def test_a_refused_tap_is_offered_others(self):
        guest = self.join()
        self.pipe.put("table", play(2))
        self.phone.tap("[data-card=r9]")
        tap = self.pipe.hear("say")
        offer = [{"say": "Bo: r9", "text": both("Bo: r9", "Bo: 赤9")}]
        self.pipe.put("said", {"id": tap["id"], "outcome": "refused", **both(["Aki has played to this trick already."]), "perhaps": offer}, to=guest)
        self.phone.until("return document.querySelector('#refused').open && !document.querySelector('#refused').inert")
        self.assertIn("has played to this trick", self.phone.text("#refused"))
        self.assertEqual(self.phone.text("#toast"), "")
        self.assertEqual(self.phone.access(44), [])
        self.phone.tap_text("#refused .offer", "Bo: r9")
        self.said("Bo: r9")
        self.assertFalse(self.phone.js("return document.querySelector('#refused').open"))

    def test_undo_asks_first(self):
        lines = [{"n": 1, "text": both("Aki r9"), "undone": False, "findings": []}, {"n": None, "text": both("Bo r3"), "undone": True, "findings": []}]
        self.join(shown=play(1, lines=lines, undo=both("Aki r9")))
        self.assertEqual(self.phone.js("return document.querySelector('#lines del').textContent"), "Bo r3")
        self.phone.tap("#undo")
        self.phone.tap("#ask-yes")
        self.said("undo")

    # ---- every kind of answer ----

    def test_a_card_and_its_place(self):
        cards = [{**card("h9", "人9"), "place": True}, {**card("h12", "人12"), "place": True}, card("f5", "炎5")]
        self.join()
        self.show(way("two cards", {"kind": "cards", "least": 2, "most": 2, "cards": cards, "unseen": True, "places": 3}))
        self.phone.tap("[data-card=h9]")
        self.phone.tap_text(".digits button", "2")
        self.phone.tap("[data-card='?']")
        self.phone.tap_text("button.main", "Say it")
        self.said("h9@2 ?")

    def test_cards_of_a_kind_as_often_as_there_are(self):
        cards = [{**card("candle", "蝋燭"), "copies": 3}, card("fox", "狐面")]
        self.join()
        self.show(way("laid on the altar", {"kind": "cards", "most": 9, "cards": cards}))
        for token in ("candle", "candle", "fox", "fox"):        # the fox is put back
            self.phone.tap(f"[data-card={token}]")
        self.phone.tap_text("button.main", "Say it")
        self.said("candle candle")

    def test_one_choice_is_said_at_once_and_otherwise_too(self):
        self.join()
        self.show(way("who leads", {"kind": "seat", "seats": [1, 3]}), ask={"otherwise": {**both("the next one"), "line": "deal; Bo: start"}})
        self.phone.tap_text(".row .tile", "Mio B")
        self.said('"Mio B"')
        self.rested()
        self.phone.tap_text("#pad-body button", "the next one")
        self.said("deal; Bo: start")

    def test_parts_are_put_together(self):
        self.join()
        choice = {"kind": "choice", "words": [{"token": "body", **both("body", "物理")}, {"token": "mind", **both("mind", "精神")}]}
        self.show(way("attack", {"kind": "seat"}, {"kind": "names", "names": ["Sakura", "Old Ghost"]}, choice))
        for word in ("mind", "Bo", "Old Ghost"):
            self.phone.tap_text("#pad-body .tile", word)
        self.assertIn("Old Ghost", self.phone.text(".answer"))
        self.phone.tap_text("button.main", "Say it")
        self.said('Bo "Old Ghost" mind')

    def test_dice(self):
        self.join()
        self.show(way("dice", {"kind": "numbers", "least": 2, "most": 2, "low": 1, "high": 6}))
        self.phone.tap(".part:nth-of-type(2) .dice button:nth-of-type(3)")
        self.assertTrue(self.phone.js("return document.querySelector('.answer .main').disabled"))
        self.phone.tap(".part:nth-of-type(1) .dice button:nth-of-type(3)")
        self.phone.tap_text("button.main", "Say it")
        self.said("3 3")

    def test_numbers_counts_pairs(self):
        self.join()
        self.show(way("ranks", {"kind": "numbers", "least": 3, "most": 3, "low": 1, "high": 13}))
        for rank in ("10", "3", "7"):
            self.phone.tap_text(".digits button", rank)
        self.phone.tap_text("button.main", "Say it")
        self.said("10 3 7")
        self.rested()
        self.show(way("relics", {"kind": "counts", "least": 4, "most": 4, "low": 0, "high": 12}))
        for _ in range(2):
            self.phone.tap('[data-part="Bo1"]')
        self.phone.tap_text("button.main", "Say it")
        self.said("0 2 0 0")
        self.rested()
        self.show(way("other numbers", {"kind": "pairs", "most": 14, "words": [card("candle", "蝋燭"), card("seal", "印")]}))
        self.phone.tap('[data-part="seal1"]')
        self.phone.tap('[data-part="seal1"]')
        self.phone.tap_text("button.main", "Say it")
        self.said("seal=2")

    def test_names_that_are_typed(self):
        self.join()
        self.show(way("the ghost", {"kind": "texts"}, {"kind": "pairs", "least": 0, "most": 3, "words": [], "fields": [
            {"token": "body", **both("body", "物理"), "numbers": 6}, {"token": "points", **both("points", "勝利点"), "numbers": 1}]}))
        self.phone.type('[data-part="0"]', "Old Ghost")
        for k, digit in enumerate("11234"):
            self.phone.type(f'[data-part="body {k}"]', digit)
        self.assertTrue(self.phone.js("return document.querySelector('.answer .main').disabled"), "a value is still missing")
        self.assertEqual(self.phone.js("return document.activeElement.dataset.part"), "body 5")
        self.phone.type('[data-part="body 5"]', "5")
        for _ in range(3):
            self.phone.tap('[data-part="points1"]')
        self.assertEqual(self.phone.access(44), [])
        self.phone.tap_text("button.main", "Say it")
        self.said('"Old Ghost" body=1,1,2,3,4,5 points=3')

    def test_another_way_and_any_line(self):
        self.join()
        self.show(way("a card", {"kind": "cards", "cards": DECK[:4]}), way("who took it, and how many", {"kind": "seat"}, {"kind": "numbers", "low": 0, "high": 4}), phones="free")
        self.phone.tap_text(".way", "who took it, and how many")
        self.phone.tap_text(".tile", "Bo")
        self.phone.tap_text(".digits button", "0")
        self.phone.tap_text("button.main", "Say it")
        self.said("Bo 0")
        self.rested()
        self.phone.tap("#free summary")
        self.phone.type("#free-line", "note \"well\"\n")
        self.said('note "well"')

    # ---- a photograph ----

    def test_photograph_is_corrected_and_said(self):
        guest = self.join(seat=3)
        data = self.phone.js("""const c = document.createElement('canvas'); c.width = 5000; c.height = 3000;
            c.getContext('2d').fillRect(9, 9, 90, 90); return c.toDataURL('image/jpeg')""")
        import base64
        with tempfile.NamedTemporaryFile(suffix=".jpg") as file:
            file.write(base64.b64decode(data.split(",")[1]))
            file.flush()
            self.phone.upload("#photo-file", file.name)
            photo = self.pipe.hear("photo")
        self.assertEqual(photo["bytes"][:2], b"\xff\xd8")
        square = {"x": [100, 200, 200, 100], "y": [100, 100, 200, 200]}
        found = [{"card": token, "text": both(token), **square} for token in ("r9", "b4", "g2")]
        self.pipe.put("found", {"id": photo["id"], "width": 4472, "height": 2683, "cards": found, "unread": [square], "deck": DECK, **both([])}, to=guest)
        self.phone.tap("[data-found=b4]")
        self.phone.tap(".chosen [data-card=b5]")
        self.phone.tap("[data-found=g2]")
        self.phone.tap_text(".chosen button", "Remove")
        self.assertEqual(self.phone.access(44), [])
        self.phone.tap_text("#picture-form button", "Cards shown")
        self.phone.tap_text("#picture-form .main", "Say it")
        self.said('"Mio B": show r9 b5')

    # ---- for everybody ----

    def test_each_phone_its_own_language(self):
        self.join()
        other = self.driver.open(360, 740, touch=True, lang="ja")
        try:
            self.join(seat=1, phone=other)
            other.until("return document.querySelector('#game').textContent === '祓魂'")
            self.assertEqual(self.phone.text("#game"), "Haratama")
            other.tap("#tongue")
            other.until("return document.querySelector('#game').textContent === 'Haratama'")
            other.reload()
            other.until("return document.querySelector('#game').textContent === 'Haratama'")
            self.assertEqual(other.js("return document.documentElement.lang"), "en")
        finally:
            other.close()

    def test_nothing_stands_in_the_way(self):
        """Contrast, names, sizes, headings; by day and by night, on a phone, a tablet, a television."""
        finding = {"kind": "irregular", "rule": "haratama/follow", **both("<li class='finding irregular'><p>Bo held red.</p><p class=rule><code>haratama/follow</code></p></li>")}
        lines = [{"n": 1, "text": both("Bo b4"), "undone": False, "place": both("R1 T1"), "findings": [finding]}]
        self.join(shown=play(1, lines=lines, undo=both("Bo b4")))
        for width, height, path in ((360, 740, "/"), (768, 1024, "/"), (1920, 1080, "/?tv")):
            self.phone.size(width, height, touch=width < 1000)
            self.phone.go(self.pipe.url.split("/?")[0] + path)
            self.phone.until("return !document.querySelector('#board').hidden")
            for dark in (False, True):
                self.phone.dark(dark)
                self.assertEqual(self.phone.access(44), [], (width, dark))
            self.phone.dark(False)
        self.assertEqual(self.phone.js("return [...document.querySelectorAll('button, input')].filter(e => e.checkVisibility()).length"), 0)
        self.phone.size(360, 740, touch=True)


if __name__ == "__main__":
    unittest.main()
