"""The laptop at the table: `fuda` on a terminal of its own, with a store of its own."""
import fcntl, os, pty, re, select, shutil, struct, subprocess, tempfile, termios, time

PROGRAM = os.path.abspath(os.path.join(os.environ.get("BUILD", "build/release"), "bin/fuda"))


class Laptop:
    def __init__(self, *arguments, lang="en", before=()):
        """`before`: commands that fill the store first."""
        self.home = tempfile.mkdtemp()
        self.screen, self.master = "", None
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 120, 0, 0))
        environment = {**os.environ, "XDG_DATA_HOME": self.home, "XDG_STATE_HOME": self.home, "XDG_CONFIG_HOME": self.home, "TERM": "xterm",
                       "LC_ALL": "C.UTF-8"}
        for command in before:
            subprocess.run([PROGRAM, *command], env=environment, check=True, stdout=subprocess.DEVNULL)
        self.process = subprocess.Popen([PROGRAM, "--lang", lang, *arguments], stdin=slave, stdout=slave, stderr=slave, env=environment,
                                        start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        os.close(slave)
        self.master = master

    def read(self, patience=0.05):
        while select.select([self.master], [], [], patience)[0]:
            try:
                part = os.read(self.master, 65536)
            except OSError:
                break
            if not part:
                break
            self.screen += re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()][A-B0]|\r", "", part.decode("utf-8", "replace"))
        return self.screen

    def until(self, pattern, patience=20):
        """Waits until the screen has shown this, since it was last waited for something; returns the match."""
        end = time.monotonic() + patience
        while time.monotonic() < end:
            found = re.search(pattern, self.read())
            if found:
                self.screen = self.screen[found.end():]
                return found
        raise AssertionError(f"the laptop did not show {pattern!r}:\n{self.screen[-3000:]}")

    def type(self, line):
        os.write(self.master, line.encode() + b"\r")

    def serve(self):
        """Has it served; returns the address with its code."""
        self.until("▸")
        self.type("serve")
        return self.address()

    def address(self):
        return self.until(r"http://\S+\?k=[\w-]+")[0]

    def close(self):
        self.type("quit")
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.master)
        shutil.rmtree(self.home, ignore_errors=True)
