"""doors_spelling.py NAME OTHER: a phone that calls somebody by another spelling is understood; what is not so is printed."""
import sys

from phone import Phone, kept, laptop, until_kept

name, other = sys.argv[1:]
table = laptop.Laptop("table", "--serve=127.0.0.1", "haratama", name, "Bo", "Chie")
try:
    phone = Phone(table.address())
    for i, said in enumerate(("round; kami 2 6 8", f'"{other}": lead', f'"{other}": r9')):
        phone.say(said)
        until_kept(table, i + 1)
    if len(kept(table)) != 3:
        print(f"FAIL: {name} as {other} on a phone: {kept(table)}")
finally:
    table.close()
