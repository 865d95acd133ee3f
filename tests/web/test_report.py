"""The report in a browser: it opens, whole in itself, in both languages, light and dark, on a phone and on paper; nothing
that players wrote runs in it, and nothing is asked for elsewhere. With PICTURES= a folder its looks are left there."""
import os, random, subprocess, tempfile, unittest
from driver import Driver

PROGRAM = os.path.abspath(os.path.join(os.environ.get("BUILD", "build/release"), "bin/fuda"))
PICTURES = os.environ.get("PICTURES")
HOSTILE = '<img src=x onerror="document.title=1">'


def season():
    """Thirty nights of one game, with a name that would be markup; then the example night, and a record of each case's game."""
    chance, text = random.Random(7), []
    names = ["Aki", "Bo", "ちえ", '"' + HOSTILE.replace('"', '""') + '"', "Emi", '"A player with quite a long name"']
    for night in range(30):
        seats = chance.sample(names, 4)
        text += ["game haratama", f"date 2026-{1 + night // 10:02}-{1 + night % 10 * 2:02}", "players " + " ".join(seats)]
        for _ in range(3):
            taken = [0, 0, 0, 0]
            for _ in range(12):
                taken[chance.randrange(4)] += 1
            text += ["round", "kami 1 2 3", "relics " + " ".join(f"{name}={count}" for name, count in zip(seats, taken))]
    return "\n".join(text) + "\n"


class ReportTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.at = cls.folder.name
        with open(f"{cls.at}/season.fuda", "w", encoding="utf-8") as file:
            file.write(season())
        cls.fuda("add", "season.fuda")
        cls.fuda("add", os.path.abspath("tests/night.fuda"))
        for game in ("needfire", "hyakumonogatari", "materia", "tezumashi"):
            cases = sorted(os.listdir(f"tests/cases/{game}"))
            for case in cases[:12]:
                cls.fuda("add", os.path.abspath(f"tests/cases/{game}/{case}"), may_fail=True)
        cls.fuda("report", "--details", "100", "-o", "season.html")
        cls.fuda("report", "31", "-o", "night.html")
        cls.driver = Driver().__enter__()
        cls.page = cls.driver.open(1280, 900)
        cls.page.go("about:blank")
        cls.page.requests()

    @classmethod
    def tearDownClass(cls):
        cls.driver.__exit__()
        cls.folder.cleanup()

    @classmethod
    def fuda(cls, *words, may_fail=False):
        done = subprocess.run([PROGRAM, "--db", f"{cls.at}/store.db", "--lang", "en", *words], cwd=cls.at, capture_output=True,
                              text=True, env={**os.environ, "HOME": cls.at, "XDG_DATA_HOME": f"{cls.at}/data"})
        if done.returncode != 0 and not may_fail:
            raise AssertionError(f"fuda {words}: {done.stderr}")
        return done.stdout

    def tearDown(self):
        self.assertEqual(self.page.complaints(), [])
        self.assertEqual([one for one in self.page.requests() if not one.startswith(f"file://{self.at}/")], [])

    def open(self, name="season", width=1280, height=900, dark=False, language="en", everything=False):
        self.page.size(width, height, touch=width < 600)
        self.page.dark(dark)
        self.page.go(f"file://{self.at}/{name}.html")
        self.page.js("localStorage.clear()")
        self.page.reload()
        if language != "en":
            self.page.tap(f"label[for=in-{language}]")
        if everything:
            self.page.js("for (const one of document.querySelectorAll('details')) one.open = true")

    def shown(self, selector):
        return self.page.js("return [...document.querySelectorAll(arguments[0])].filter(e => e.checkVisibility()).length", selector)

    # ---- reading ----

    def test_it_opens_and_says_what_there_is(self):
        self.open()
        self.assertEqual(self.shown("main"), 1)
        self.assertIn("Standings", self.page.text("main[lang=en] h2"))
        self.assertGreaterEqual(self.shown("svg[role=img][aria-label]"), 1)
        self.assertGreater(self.shown(".matrix td"), 20)
        self.assertEqual(self.page.js("return document.documentElement.lang"), "en")

    def test_names_are_names(self):
        self.open(everything=True)
        self.assertIn(HOSTILE, self.page.text("main"))
        self.assertEqual(self.page.js("return document.querySelectorAll('main img, main script, main style').length"), 0)
        self.assertNotEqual(self.page.js("return document.title"), "1")

    def test_nothing_else_may_run_in_it(self):
        self.open()
        self.page.js("const s = document.createElement('script'); s.textContent = 'document.title = 1'; document.body.append(s); s.remove()")
        self.assertNotEqual(self.page.js("return document.title"), "1")
        self.assertTrue(any("Content Security Policy" in one for one in self.page.complaints()))

    # ---- switching ----

    def test_the_language_is_switched_and_kept(self):
        self.open(language="ja")
        self.assertEqual(self.page.js("return document.documentElement.lang"), "ja")
        self.assertEqual((self.shown("main[lang=ja]"), self.shown("main[lang=en]")), (1, 0))
        self.page.reload()
        self.assertEqual(self.shown("main[lang=ja]"), 1)
        self.page.js("document.querySelector('#in-ja').focus()")
        self.page.cdp("Input.dispatchKeyEvent", type="keyDown", key="ArrowLeft", code="ArrowLeft", windowsVirtualKeyCode=37)
        self.page.until("return document.documentElement.lang === 'en'")

    def test_the_language_is_switched_without_a_script(self):
        self.page.cdp("Emulation.setScriptExecutionDisabled", value=True)
        try:
            self.page.go(f"file://{self.at}/season.html")
            self.page.cdp("Input.dispatchMouseEvent", type="mouseMoved", x=0, y=0)
            tree = self.page.cdp("DOM.getDocument")["root"]["nodeId"]
            node = self.page.cdp("DOM.querySelector", nodeId=tree, selector="label[for=in-ja]")["nodeId"]
            box = self.page.cdp("DOM.getBoxModel", nodeId=node)["model"]["content"]
            x, y = (box[0] + box[4]) / 2, (box[1] + box[5]) / 2
            for what in ("mousePressed", "mouseReleased"):
                self.page.cdp("Input.dispatchMouseEvent", type=what, x=x, y=y, button="left", clickCount=1)
        finally:
            self.page.cdp("Emulation.setScriptExecutionDisabled", value=False)
        self.assertEqual((self.shown("main[lang=ja]"), self.shown("main[lang=en]")), (1, 0))

    def test_games_are_found_and_opened(self):
        self.open()
        every = self.shown("main[lang=en] .whole")
        self.page.type("main[lang=en] input[type=search]", "2026-01-01")
        self.assertEqual(self.shown("main[lang=en] .whole"), 1)
        self.page.js("const i = document.querySelector('main[lang=en] input[type=search]'); i.value = ''; i.dispatchEvent(new Event('input'))")
        self.assertEqual(self.shown("main[lang=en] .whole"), every)
        self.page.tap("main[lang=en] .tools button")
        self.assertEqual(self.page.js("return document.querySelectorAll('main[lang=en] .whole[open]').length"), every)

    # ---- for everybody ----

    def test_access(self):
        for name in ("season", "night"):
            for language in ("en", "ja"):
                for width in (390, 1280):
                    for dark in (False, True):
                        with self.subTest(name=name, language=language, width=width, dark=dark):
                            self.open(name, width, dark=dark, language=language, everything=True)
                            self.assertEqual(self.page.access(), [])
                            self.assertEqual(self.page.js(LETTERS), [])

    def test_nobody_is_cut_off_a_night(self):
        for language in ("en", "ja"):
            self.open("night", 390, language=language)
            self.assertEqual(self.page.js("""return [...document.querySelectorAll('.record .scroll')].filter(e => e.checkVisibility())
                .filter(e => e.scrollWidth - e.clientWidth > 1).map(e => e.innerText)"""), [], language)

    def test_what_is_tapped_is_large_enough(self):
        self.open(width=390)
        self.assertEqual([one for one in self.page.access(24) if one.startswith("target") and "switch" not in one], [])

    def test_paper(self):
        self.open()
        self.page.cdp("Emulation.setEmulatedMedia", media="print")
        self.assertEqual(self.page.js("return getComputedStyle(document.body).backgroundColor"), "rgb(255, 255, 255)")
        self.assertEqual(self.shown(".languages, .tools"), 0)
        self.assertEqual(self.page.access(), [])
        self.page.dark(False)
        self.page.cdp("Emulation.setEmulatedMedia", media="")

    def test_games_are_unfolded_on_paper(self):
        self.open()
        self.page.cdp("Emulation.setEmulatedMedia", media="print")
        # a browser that is busy sets the paper's style a moment later
        self.page.until("return [...document.querySelectorAll('.whole .record table')].filter(e => e.checkVisibility({contentVisibilityAuto: true})).length > 20")
        charts = self.shown(".whole .chart, .whole .id, .whole .lines")
        self.page.js("dispatchEvent(new Event('beforeprint'))")
        closed = self.page.js("return document.querySelectorAll('.whole:not([open])').length")
        self.page.js("dispatchEvent(new Event('afterprint'))")
        opened = self.page.js("return document.querySelectorAll('.whole[open]').length")
        self.page.dark(False)
        self.page.cdp("Emulation.setEmulatedMedia", media="")
        self.assertEqual((charts, closed, opened), (0, 0, 0))

    def test_a_night_goes_by_rounds(self):
        """A column a round in the curve, with its name below; who wins stands first."""
        self.open("night")
        self.assertEqual(self.page.js("return [...document.querySelectorAll('main[lang=en] .record > .chart .tick')].map(e => e.textContent).slice(-4)"), ["0", "R1", "R2", "R3"])
        self.assertEqual(self.page.js("return document.querySelector('main[lang=en] .line').getAttribute('d').split('L').length"), 4)
        self.assertTrue(self.page.js("""const at = css => document.querySelector('main[lang=en] ' + css).getBoundingClientRect().top;
            return at('p.won') < at('.record .scroll') && at('.id') > at('.lines')"""))

    def test_the_matrix_fits_its_page(self):
        self.open()
        self.assertEqual(self.page.js("return [...document.querySelectorAll('.matrix')].filter(e => e.checkVisibility() && e.scrollWidth > e.parentElement.clientWidth + 1).length"), 0)

    def test_pictures(self):
        for width in (390, 1280):
            for dark in (False, True):
                for language in ("en", "ja"):
                    self.open("season", width, dark=dark, language=language)
                    if PICTURES:
                        self.page.shot(f"{PICTURES}/report-{width}-{'dark' if dark else 'light'}-{language}.png", whole=True)
                    self.assertLessEqual(self.page.js("return document.documentElement.scrollWidth"), width)


LETTERS = """
/* letters of the pictures against what lies below them: 4.5, as WCAG counts it */
const part = v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
const light = text => { const [r, g, b] = text.match(/[\\d.]+/g).map(Number); return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b); };
const weak = [];
for (const e of document.querySelectorAll("svg text, svg .line")) {
    if (!e.checkVisibility()) continue;
    const style = getComputedStyle(e), ink = light(e.tagName === "text" ? style.fill : style.stroke);
    const ground = light(getComputedStyle(e.closest(".chart")).backgroundColor === "rgba(0, 0, 0, 0)"
        ? getComputedStyle(e.closest(".record")).backgroundColor : getComputedStyle(e.closest(".chart")).backgroundColor);
    const contrast = (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
    if (contrast < (e.tagName === "text" ? 4.5 : 3)) weak.push(`${contrast.toFixed(2)}: ${e.textContent || e.getAttribute("class")}`);
}
return weak;
"""

if __name__ == "__main__":
    unittest.main(verbosity=1)
