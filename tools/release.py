"""A release: `python -m tools.release 1.1.0` writes the version everywhere; `--check` looks what is missing.

With the version, `constraints.txt` is written too: each package that an extra needs, as installed here, where
the tests run. `--check` needs the extra `dev` and no network: the version, the changes, the translations, the
workflow, then source and wheel, built and looked into. It ends with status 1 and a sentence for whatever is
missing. `--packages` fills in what other systems need of a release (`packaging/README.md`).
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Iterator
from email import message_from_bytes
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from zipfile import ZipFile

import yaml
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
NUMBER = r"[0-9]+\.[0-9]+\.[0-9]+"
# The files that have the version, what stands around it, and how often.
PLACES = {
    "kotra_notation/installation.py": (rf'(?<=^VERSION = "){NUMBER}', 1),
    "CITATION.cff": (rf"(?<=^version: ){NUMBER}", 1),
    "docs/automation.md": (rf"(?<=\bv){NUMBER}", 2),
    "docs/editors.md": (rf"(?<=kotra-){NUMBER}(?=\.vsix)", 1),
    "editors/vscode/package.json": (rf'(?<=^  "version": "){NUMBER}', 1),
    "editors/vscode/package-lock.json": (
        rf'(?<=^  "version": "){NUMBER}|(?<=^      "name": "kotra",\n      "version": "){NUMBER}',
        2,
    ),
}
RECIPES = ("appimage", "conda-forge", "flatpak", "homebrew", "winget")
CONSTRAINTS = "# What the last release was tested with: pip install -c constraints.txt kotra-notation[desk]\n"
OF_DEVELOPERS = ("dev", "docs")
# What a wheel and a source must hold, by endings of names.
IN_WHEEL = ("/templates/report.html.j2", "/grammar/kotra.lark", "/is/LC_MESSAGES/kotra.mo", "/docs/rules.md")
IN_SOURCE = ("/README.md", "/LICENSE", "/CHANGELOG.md", "/tests/conftest.py", "/samples/README.md")


def versions() -> Iterator[tuple[str, str]]:
    """Yield each place of the version, and the version there."""
    for name, (pattern, times) in PLACES.items():
        found = re.findall(pattern, (ROOT / name).read_text("utf-8"), re.M)
        yield from ((name, each) for each in found or ["missing"])
        if len(found) != times:
            yield name, f"{len(found)} times, not {times}"


def set_version(version: str) -> None:
    """Write a version wherever it stands."""
    for name, (pattern, _) in PLACES.items():
        path = ROOT / name
        path.write_text(re.sub(pattern, version, path.read_text("utf-8"), flags=re.M), "utf-8")


def installed() -> dict[str, str]:
    """Return the packages that kotra and the extras of users need, with their versions."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = {
        name: wants for name, wants in project["optional-dependencies"].items() if name not in OF_DEVELOPERS
    }
    left = [Requirement(each) for wants in (project["dependencies"], *extras.values()) for each in wants]
    found: dict[str, str] = {}
    while left:
        wanted = left.pop()
        name = re.sub(r"[-_.]+", "-", wanted.name).lower()
        if name in found or name == "kotra-notation":
            continue
        try:
            there = distribution(name)
        except PackageNotFoundError:
            continue
        found[name] = there.version
        for each in map(Requirement, there.requires or []):
            marks = each.marker
            if marks is None or any(marks.evaluate({"extra": extra}) for extra in wanted.extras or {""}):
                left.append(each)
    return found


def version_faults() -> Iterator[str]:
    """Yield what contradicts the version of the program, and a change log that does not name it."""
    version = dict(versions())["kotra_notation/installation.py"]
    yield from (f"{name}: {other}, not {version}." for name, other in versions() if other != version)
    first = next(re.finditer(r"^## (.*)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M))[1]
    if not re.fullmatch(rf"{re.escape(version)}, [0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}", first):
        yield f'CHANGELOG.md begins with "{first}"; a release begins with "{version}, " and its date.'


def workflow_faults() -> Iterator[str]:
    """Yield what the workflow of a release does not do that `pyproject.toml` promises."""
    jobs = yaml.safe_load((ROOT / ".github/workflows/wheels.yml").read_text("utf-8"))["jobs"]
    built = jobs["compiled"]["steps"][1]["env"]["CIBW_BUILD"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for minor in re.findall(r"Python :: 3\.(\d+)", "\n".join(project["classifiers"])):
        if f"cp3{minor}-" not in built:
            yield f"wheels.yml builds no wheel for Python 3.{minor}, which pyproject.toml names."
    publish = jobs["publish"]
    if publish.get("permissions", {}).get("id-token") != "write" or set(publish["needs"]) != {
        "pure",
        "compiled",
    }:
        yield "wheels.yml does not publish all files by trusted publishing."


def package_faults(folder: Path) -> Iterator[str]:
    """Yield what is missing in the source and the wheel; both are built in a folder."""
    words = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    built = subprocess.run(words, capture_output=True, text=True)
    if built.returncode:
        yield f"Building failed:\n{built.stdout[-1000:]}{built.stderr[-2000:]}"
        return
    [wheel], [source] = folder.glob("*.whl"), folder.glob("*.tar.gz")
    with ZipFile(wheel) as archive, tarfile.open(source) as packed:
        inside, names = archive.namelist(), packed.getnames()
        [about] = [name for name in inside if name.endswith(".dist-info/METADATA")]
        head = message_from_bytes(archive.read(about))
    yield from (
        f"{wheel.name} lacks {end[1:]}." for end in IN_WHEEL if not any(n.endswith(end) for n in inside)
    )
    yield from (
        f"{source.name} lacks {end[1:]}." for end in IN_SOURCE if not any(n.endswith(end) for n in names)
    )
    if head["Version"] != dict(versions())["kotra_notation/installation.py"]:
        yield f"{wheel.name} has the version {head['Version']}."
    if not head.get_all("Project-URL"):
        print(
            "Left to whoever publishes: [project.urls] in pyproject.toml, with Documentation and Repository."
        )


def write_packages(files: Path, repository: str, target: Path) -> list[str]:
    """Write the recipes of other systems with the digests of published files; return what is missing."""
    version, faults = dict(versions())["kotra_notation/installation.py"], []
    for path in sorted(path for path in (ROOT / "packaging").rglob("*") if path.parent.name in RECIPES):
        text = path.read_text("utf-8").replace("@VERSION@", version).replace("@REPOSITORY@", repository)
        text = text.replace("OWNER", repository.split("/")[-2])
        for mark, name in re.findall(r"(@SHA256 (\S+)@)", text):
            published = files / name.replace("VERSION", version)
            if published.is_file():
                text = text.replace(mark, sha256(published.read_bytes()).hexdigest())
            else:
                faults.append(f"{path.name}: there is no {published}.")
        written = target / path.relative_to(ROOT / "packaging")
        written.parent.mkdir(parents=True, exist_ok=True)
        written.write_text(text, "utf-8")
        written.chmod(path.stat().st_mode)
    return faults


def check() -> list[str]:
    """Return all that a release lacks."""
    faults = [*version_faults(), *workflow_faults()]
    words = [sys.executable, "-m", "tools.catalogues", "--complete"]
    if subprocess.run(words, cwd=ROOT, stdout=subprocess.DEVNULL).returncode:
        faults.append("Some texts are not translated; python -m tools.catalogues lists them.")
    with tempfile.TemporaryDirectory() as folder:
        return [*faults, *package_faults(Path(folder))]


def main() -> int:
    """Set the version, or check."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("version", nargs="?", help="the new version, such as 1.1.0")
    parser.add_argument("--check", action="store_true", help="try all but publishing")
    parser.add_argument("--packages", type=Path, metavar="FOLDER", help="write recipes for the files in it")
    parser.add_argument("--repository", help="with --packages: the address, https://github.com/OWNER/NAME")
    options = parser.parse_args()
    if not (options.version or options.check or options.packages):
        parser.error("name a version, --check or --packages")
    if options.version:
        if not re.fullmatch(NUMBER, options.version):
            parser.error("a version has three numbers, such as 1.1.0")
        set_version(options.version)
        lines = [f"{name}=={version}\n" for name, version in sorted(installed().items())]
        (ROOT / "constraints.txt").write_text(CONSTRAINTS + "".join(lines), "utf-8")
    faults: list[str] = []
    if options.packages:
        if not re.fullmatch(r"https://[^/]+/[^/]+/[^/]+", options.repository or ""):
            parser.error("--packages wants --repository https://HOST/OWNER/NAME")
        faults += write_packages(options.packages, options.repository, ROOT / "build" / "packages")
    if options.check:
        faults += check()
    if options.check or faults:
        print("\n".join(faults) or "All is there.")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
