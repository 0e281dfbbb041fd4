"""What the project is called and where it lives: the one place for its addresses.

Imports nothing. The distribution's name is not the package's: ``llamakit`` on the Python Package
Index is somebody else's, so ``pip install llamakit`` gets something else.
"""

#: What is installed: ``pip install llamakit-course`` brings the package ``llamakit``.
DISTRIBUTION = "llamakit-course"

#: The distribution of somebody else that has our package's name.
STRANGER = "llamakit"

OWNER, NAME = "llamakit-course", "llamakit"

REPOSITORY = f"https://github.com/{OWNER}/{NAME}"
PAGES = f"https://{OWNER}.github.io/{NAME}"
#: On the site: the games to play at once, and the course in the browser (add a notebook's name).
PLAY = f"{PAGES}/play/"
LITE = f"{PAGES}/lite/lab/index.html?path="
BINDER = f"https://mybinder.org/v2/gh/{OWNER}/{NAME}/main?urlpath=lab/tree/notebooks"
