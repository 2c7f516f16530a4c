"""kotra in the browser: `python -m tools.web -o build/web` makes a folder for any web server."""
