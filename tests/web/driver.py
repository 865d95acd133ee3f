"""A browser, driven: WebDriver over plain HTTP, with nothing but Python and Debian's chromium-driver.

    with Driver() as driver:
        phone = driver.open(width=360, height=740)      # each with cookies of its own
        phone.go("http://127.0.0.1:8765/")
        phone.tap("#undo"); phone.until("return document.title == 'x'"); phone.shot("x.png")
"""
import base64, json, os, shutil, socket, subprocess, tempfile, time, urllib.error, urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


def missing():
    """What is not installed here; None: everything is."""
    for name, package in (("chromedriver", "chromium-driver"), ("chromium", "chromium")):
        if shutil.which(name) is None:
            return package
    return None


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Failed(Exception):
    pass


class Driver:
    def __enter__(self):
        self.port, self.pages = free_port(), []
        self.home = tempfile.TemporaryDirectory()
        self.process = subprocess.Popen(["chromedriver", f"--port={self.port}", "--log-level=OFF"], stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL, env={**os.environ, "HOME": self.home.name})
        for _ in range(100):
            try:
                self.ask("GET", "/status")
                return self
            except OSError:
                time.sleep(0.1)
        raise Failed("chromedriver does not start")

    def __exit__(self, *_):
        for page in list(self.pages):
            try:
                page.close()
            except (OSError, Failed):
                pass
        self.process.terminate()
        self.process.wait()
        self.home.cleanup()

    def ask(self, method, path, body=None, patience=60):
        data = None if method == "GET" else json.dumps(body or {}).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=patience) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            value = json.load(error)["value"]
            raise Failed(f"{value['error']}: {value['message'].splitlines()[0]}") from None

    def open(self, width=1280, height=900, touch=False, dark=False, lang="en", scale=1, text=100):
        """A browser of its own, with cookies of its own; `text`: how large its user has letters, in per cent of the usual."""
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", f"--lang={lang}",
                     "--disable-extensions", "--no-first-run", f"--window-size={width},{height}"]
        options = {"args": arguments, "binary": shutil.which("chromium"), "prefs": {"intl.accept_languages": lang, "webkit.webprefs.default_font_size": 16 * text // 100}}
        want = {"browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}
        session = self.ask("POST", "/session", {"capabilities": {"alwaysMatch": want}})
        page = Page(self, session["sessionId"])
        self.pages.append(page)
        page.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=touch)
        page.cdp("Emulation.setTouchEmulationEnabled", enabled=touch)
        page.dark(dark)
        return page


class Page:
    def __init__(self, driver, session):
        self.driver, self.at = driver, f"/session/{session}"

    def ask(self, method, path, body=None):
        return self.driver.ask(method, self.at + path, body)

    def close(self):
        self.driver.ask("DELETE", self.at)
        self.driver.pages.remove(self)

    def cdp(self, command, **params):
        return self.ask("POST", "/goog/cdp/execute", {"cmd": command, "params": params})

    def dark(self, dark=True):
        self.cdp("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def size(self, width, height, touch=False):
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=touch)

    def offline(self, offline=True):
        self.cdp("Network.enable")
        self.cdp("Network.emulateNetworkConditions", offline=offline, latency=0, downloadThroughput=-1, uploadThroughput=-1)

    def go(self, url):
        self.ask("POST", "/url", {"url": url})

    def reload(self):
        self.ask("POST", "/refresh")

    def js(self, script, *arguments):
        return self.ask("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def until(self, script, *arguments, patience=10):
        """Waits until the script returns something true, and returns that."""
        end = time.monotonic() + patience
        while True:
            value = self.js(script, *arguments)
            if value:
                return value
            if time.monotonic() > end:
                raise Failed(f"in vain: {script} {arguments or ''}\n{self.text('body')[:2000]}")
            time.sleep(0.02)

    def find(self, css):
        """The first element that is shown, waited for."""
        return self.until("""return [...document.querySelectorAll(arguments[0])].find(e => e.checkVisibility({visibilityProperty: true})) || null""", css)

    def press(self, found):
        """A real press in the middle of what `found` finds, once nothing lies over it."""
        end = time.monotonic() + 10
        while True:
            try:
                element = found()
                self.js("arguments[0].scrollIntoView({block: 'center'})", element)
                return self.ask("POST", f"/element/{element[ELEMENT]}/click")
            except Failed as error:             # drawn anew just now
                if time.monotonic() > end or not str(error).startswith(("stale", "element click intercepted", "element not interactable")):
                    raise
                time.sleep(0.05)

    def tap(self, css):
        self.press(lambda: self.find(css))

    def tap_text(self, css, text):
        """Taps the first of these that says so."""
        self.press(lambda: self.until("""return [...document.querySelectorAll(arguments[0])]
            .find(e => e.textContent.trim() === arguments[1] && e.checkVisibility() && !e.disabled) || null""", css, text))

    def type(self, css, text):
        self.ask("POST", f"/element/{self.find(css)[ELEMENT]}/value", {"text": text})

    def upload(self, css, path):
        element = self.js("return document.querySelector(arguments[0])", css)
        self.ask("POST", f"/element/{element[ELEMENT]}/value", {"text": path})

    def text(self, css):
        return self.js("return document.querySelector(arguments[0])?.innerText ?? ''", css)

    def shot(self, path, whole=False):
        if whole:
            size = self.cdp("Page.getLayoutMetrics")["cssContentSize"]
            data = self.cdp("Page.captureScreenshot", captureBeyondViewport=True, clip={**size, "scale": 1})["data"]
        else:
            data = self.ask("GET", "/screenshot")
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def complaints(self):
        """What the browser had to complain of since it was asked last: errors of scripts, of the policy, of the net."""
        return [e["message"] for e in self.ask("POST", "/se/log", {"type": "browser"}) if e["level"] in ("SEVERE", "WARNING")]

    def requests(self):
        """The addresses that were asked for since this was asked last."""
        events = [json.loads(e["message"])["message"] for e in self.ask("POST", "/se/log", {"type": "performance"})]
        return [e["params"]["request"]["url"] for e in events if e["method"] == "Network.requestWillBeSent"]

    def access(self, least=0):
        """What would stop somebody (access.js): targets under `least` pixels, weak contrast, things without a name."""
        with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "access.js"), encoding="utf-8") as file:
            return self.js(file.read(), least)
