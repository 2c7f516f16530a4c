"""Tools for development. They need what `pip install -e '.[dev]'` installs."""

from importlib.util import find_spec

if not find_spec("rcssmin"):
    raise SystemExit("These tools need the packages for development: pip install -e '.[dev]'")
