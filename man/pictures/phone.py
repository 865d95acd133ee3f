"""phone.py FOLDER: what a phone shows in the middle of a trick, in both languages, by Chromium, as tests/web drives it."""
import os, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tests/web"))
from driver import Driver
from laptop import Laptop

EVENINGS = {"en": ("phone.png", ["Aki", "Bo", "Chie", "Dai"], ["3 7 10", "Aki", "r9 4 12 5", "g9 4"]),
            "ja": ("phone.ja.png", ["あき", "ぼう", "ちえ", "だい"], ["3 7 10", "あき", "赤9 4 12 5", "緑9 4"])}


def phone(driver, lang, folder):
    name, players, lines = EVENINGS[lang]
    laptop = Laptop("table", "haratama", *players, lang=lang)
    try:
        url = laptop.serve()
        for line in lines:
            laptop.type(line)
        page = driver.open(360, 640, touch=True, lang=lang, scale=2)
        page.go(url)
        page.tap("#who-seats button:nth-of-type(1)")
        page.until("return [...document.querySelectorAll('#pad button')].length > 20")
        page.shot(os.path.join(folder, name))
    finally:
        laptop.close()


def main():
    folder = sys.argv[1]
    with Driver() as driver:
        for lang in EVENINGS:
            phone(driver, lang, folder)


main()
