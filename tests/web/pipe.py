"""fuda-serve, with this script in the place of `fuda`: tables are put, and what guests say is heard."""
import json, queue, subprocess, threading


class Pipe:
    def __init__(self, program, keep=None, port=0):
        self.process = subprocess.Popen([program, "--port", str(port)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.heard, self.kept = queue.Queue(), None
        threading.Thread(target=self.listen, daemon=True).start()
        if keep is not None:
            self.send({"put": "keep", "state": keep})
        self.put("words", {"en": {}, "ja": {"Your turn": "あなたの手番です", "Say it": "入力する"}})
        self.url = self.hear("listening")["url"]

    def listen(self):
        for line in self.process.stdout:
            said = json.loads(line)
            if said["at"] == "keep":
                self.kept = said["state"]
            if said["at"] == "photo":
                said["bytes"] = self.process.stdout.read(said["bytes"])
            self.heard.put(said)

    def send(self, line):
        self.process.stdin.write(json.dumps(line).encode() + b"\n")
        self.process.stdin.flush()

    def put(self, what, value, to=None):
        self.send({"put": what, "value": value, **({"to": to} if to else {})})

    def hear(self, at, patience=10):
        """The next thing of that kind; others before it are passed over. Nothing within `patience`: None."""
        try:
            while True:
                said = self.heard.get(timeout=patience)
                if said["at"] == at:
                    return said
        except queue.Empty:
            return None

    def close(self):
        self.process.stdin.close()
        self.process.wait(10)


def both(text, japanese=None):
    return {"en": text, "ja": japanese or text}


def card(token, japanese):
    letters = token.rstrip("0123456789")
    return {"token": token, "en": token, "ja": japanese, "suit": letters, "rank": int(token[len(letters):]) if token != letters else None}


SUITS = {"r": "赤", "b": "青", "p": "紫", "g": "緑"}
DECK = [card(f"{suit}{rank}", f"{name}{rank}") for suit, name in SUITS.items() for rank in range(1, 14)]


def way(about, *parts, **more):
    return {**both(about), "parts": [{"least": 1, "most": 1, **part} for part in parts], **more}


def table(serial, *ways, seat=0, question="Which card?", **more):
    names = more.pop("names", ["Aki", "Bo", "Chie", "Mio B"])
    ask = {"seat": seat, **both(question, "どのカードですか"), "led": None, "otherwise": None, "ways": list(ways), **more.pop("ask", {})}
    return {
        "serial": serial, "game": {"key": "haratama", **both("Haratama", "祓魂")}, "over": False, "phones": "ask", "turn": seat,
        "players": [{"name": name, "seat": i, "token": name if " " not in name else f'"{name}"'} for i, name in enumerate(names)],
        "ask": ask if ways else None, "board": both("<p>Trick 1</p>", "<p>1トリック目</p>"), "score": both(""), "last_score": None,
        "lines": [], "undo": None, **more}


def play(serial, played=(), seat=0, **more):
    cards = {"kind": "cards", "least": 1, "most": 12, "cards": [one for one in DECK if one["token"] not in played]}
    return table(serial, way("cards as they fall", cards, tap=True), seat=seat, **more)
