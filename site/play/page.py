"""The play page's side of Python: its screens, what they are sent, and what they show.

``$wheels`` names what is fetched when it is first imported, and not before: SymPy is as large as
all the rest of the page's packages, and only some odds need it.
"""

import importlib
import io
import json
import sys
import sysconfig
import zipfile
from importlib.machinery import PathFinder

from js import Object, XMLHttpRequest, postMessage
from pyodide.ffi import to_js

WHEELS = json.loads("""$wheels""")
#: What a screen says to the page.
SHOWN = json.loads("""$shown""")
LOADING = "The exact odds are being loaded: this takes some seconds, once."
SITE = sysconfig.get_path("purelib")


class Missing(Exception):
    """A wheel that could not be fetched."""


class Fetched:
    """Fetches the wheel of a package when it is first imported."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        """Find a package of ``WHEELS``, once it has been fetched."""
        if name not in WHEELS:
            return None
        if name == "sympy":
            postMessage(to_js({"note": LOADING}, dict_converter=Object.fromEntries))
        request = XMLHttpRequest.new()
        request.open("GET", WHEELS[name], False)  # an import waits for it
        request.responseType = "arraybuffer"
        try:
            request.send()
        except Exception:  # the browser's own, of no use to a reader
            found = False
        else:
            found = request.status == 200
        if not found:
            raise Missing(f"This needs {name}, which is not on this device yet: connect once.")
        with zipfile.ZipFile(io.BytesIO(request.response.to_bytes())) as wheel:
            wheel.extractall(SITE)
        del WHEELS[name]
        importlib.invalidate_caches()
        return PathFinder.find_spec(name, path, target)


sys.meta_path.append(Fetched)
screens = {}


def screen(name):
    """Return a screen by its name; it is made when it is first asked for."""
    if name not in screens:
        if name == "play":
            from llamakit.table.play import start_table

            screens[name] = start_table()
        else:
            from llamakit.explorers import find

            screens[name] = find(name, {})
    return screens[name]


def receive(name, message):
    """Give a screen a message, or none, and return what to show and to send back, as JSON."""
    here = screen(name)
    sent = json.loads(message)
    reply, note = None, ""
    try:
        reply = None if sent is None else here.receive(sent)
    except Missing as missing:
        note = str(missing)
        if sent["do"] == "switch":  # it shows what cannot be shown: off again
            here.receive(sent)
    shown = {key: getattr(here, key) for key in SHOWN}
    return json.dumps({"shown": shown, "reply": reply, "note": note})
