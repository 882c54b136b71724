"""A headless Chromium that shows a folder of files, driven through chromedriver (W3C WebDriver), by Python alone."""

import base64
import functools
import http.server
import json
import os
import shutil
import socket
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request

SOFTWARE_GL = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist",
               "--disable-gpu-watchdog"]


class Trouble(Exception):
    pass


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass

    def end_headers(self):
        # As strict hosts have it: no code from texts, and nothing from elsewhere.
        self.send_header("Content-Security-Policy", "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
                         "style-src 'self' 'unsafe-inline'; font-src data:; img-src 'self' data: blob:")
        super().end_headers()


class Server:
    """Serves a folder on a port of this machine."""

    def __init__(self, folder):
        handler = functools.partial(QuietHandler, directory=folder)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Browser:
    """One window. `options` are Chromium's own; `mobile` is (width, height, pixel ratio) of a phone with touch."""

    def __init__(self, size=(1280, 720), options=(), mobile=None):
        self.folder = tempfile.mkdtemp(prefix="fluid_browser_")
        port = free_port()
        self.driver = subprocess.Popen(["chromedriver", f"--port={port}", "--log-level=OFF"], stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL, env=dict(os.environ, HOME=self.folder))
        self.address = f"http://127.0.0.1:{port}"
        self.session = None
        chromium = {
            "args": ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run",
                     "--disable-extensions", "--disable-background-networking", f"--user-data-dir={self.folder}/profile",
                     f"--window-size={size[0]},{size[1]}", *SOFTWARE_GL, *options],
        }
        if mobile is not None:
            chromium["mobileEmulation"] = {
                "deviceMetrics": {"width": mobile[0], "height": mobile[1], "pixelRatio": mobile[2], "touch": True}}
        wanted = {"browserName": "chrome", "goog:chromeOptions": chromium, "goog:loggingPrefs": {"browser": "ALL"},
                  "timeouts": {"script": 300000, "pageLoad": 120000}}
        try:
            self.wait_for_driver()
            made = self.call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
            self.session = made["sessionId"]
        except BaseException:
            self.close()
            raise

    def wait_for_driver(self):
        for _ in range(600):
            try:
                if self.call("GET", "/status")["ready"]:
                    return
            except (OSError, Trouble):
                pass
            if self.driver.poll() is not None:
                raise Trouble("chromedriver ended at once")
            time.sleep(0.05)
        raise Trouble("chromedriver does not answer")

    def call(self, method, path, body=None):
        prefix = f"/session/{self.session}" if self.session else ""
        request = urllib.request.Request(self.address + prefix + path, method=method,
                                         data=None if body is None else json.dumps(body).encode(),
                                         headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=600) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise Trouble(json.load(error)["value"]["message"]) from None

    def open(self, address):
        self.call("POST", "/url", {"url": address})

    def run(self, script, *arguments):
        """The body of a function, whose value comes back."""
        return self.call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def wait(self, condition, seconds=120):
        """Until an expression is true; it does not wait for the clock of the page."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            value = self.run(f"return {condition}")
            if value:
                return value
            time.sleep(0.05)
        raise Trouble(f"'{condition}' did not come true")

    def add_script(self, source):
        """Runs before the scripts of each page that is opened from now on."""
        self.call("POST", "/goog/cdp/execute",
                  {"cmd": "Page.addScriptToEvaluateOnNewDocument", "params": {"source": source}})

    def drag(self, paths, kind="mouse", button=0):
        """Along each path of places at once: with touch, each is a finger."""
        sources = []
        for number, path in enumerate(paths):
            actions = [{"type": "pointerMove", "x": path[0][0], "y": path[0][1], "duration": 0},
                       {"type": "pointerDown", "button": button}]
            actions += [{"type": "pointerMove", "x": x, "y": y, "duration": 60} for x, y in path[1:]]
            actions += [{"type": "pointerUp", "button": button}]
            sources.append({"type": "pointer", "id": f"{kind}{number}", "parameters": {"pointerType": kind},
                            "actions": actions})
        self.call("POST", "/actions", {"actions": sources})

    def press(self, key):
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": [
            {"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]}]})

    def screenshot(self):
        return base64.b64decode(self.call("GET", "/screenshot"))

    def messages(self):
        """What the console has got since the last time, as (level, text)."""
        return [(entry["level"], entry["message"]) for entry in self.call("POST", "/se/log", {"type": "browser"})]

    def close(self):
        try:
            if self.session:
                self.call("DELETE", "")
        except (OSError, Trouble):
            pass
        self.driver.terminate()
        self.driver.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()
