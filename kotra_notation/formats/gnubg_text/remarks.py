"""What the program remarks on a game: marks, luck and evaluations, put behind what they speak of."""

from __future__ import annotations

from kotra_notation.formats.format import line_span
from kotra_notation.formats.gnubg_text import lines
from kotra_notation.formats.gnubg_text.analysis import CubeAnalysis, Plays, luck
from kotra_notation.model import Evaluation, Event, Mark

STARTS = ("Alert:", "Cube analysis", "Rolled ")


class Remarks:
    """The state of reading them: the analysis that is open, and the alert whose sign is still to come."""

    def __init__(self, events: list[Event], source: str) -> None:
        self.events = events
        self.source = source
        self.open: Plays | CubeAnalysis | None = None
        self.alert: lines.Alert | None = None
        self.of_offer: Evaluation | None = None  # what was said of the offer that is open

    def begin(self, line: str, number: int, *, answered: bool) -> bool:
        """Take a line that begins a remark; False where it cannot be read."""
        self.close()
        if line.startswith("Alert:"):
            self.alert = lines.alert(line.strip())
            if self.alert is not None and self.alert.sign:
                self._mark(self.alert.sign, line, number)
                return True
            return self.alert is not None
        span = line_span(number, line)
        if line.startswith("Cube analysis"):
            self.open = CubeAnalysis(self.source, span, answered)
            return True
        rolled = lines.ROLLED.match(line)
        if rolled is None:
            return False
        if rolled[1]:
            self.events.append(luck(rolled[1], source=self.source, span=span))
        self.open = Plays(self.source, span)
        return True

    def take(self, line: str) -> bool:
        """Take a further line of an analysis; False for what is none."""
        return self.open is not None and self.open.take(line)

    def skill(self, word: str, line: str, number: int) -> bool:
        """Take the word in brackets below an alert of the cube; False where it is none."""
        return word in lines.SIGNS and self._mark(lines.SIGNS[word], line, number)

    def _mark(self, sign: str, line: str, number: int) -> bool:
        alert, self.alert = self.alert, None
        if alert is None:
            return False
        self.events.append(Mark(sign=sign, aspect=alert.aspect, span=line_span(number, line)))
        return True

    def close(self) -> None:
        """Finish the analysis that is open, unless it says again what was said before the answer."""
        analysis, self.open = self.open, None
        said = analysis.finished() if analysis else None
        if said is None:
            return
        if isinstance(analysis, CubeAnalysis):
            if self.of_offer is not None and _values(said) == _values(self.of_offer):
                return
            self.of_offer = said
        self.events.append(said)


def _values(said: Evaluation) -> dict[str, tuple[float | None, str | None]]:
    """What every cube action is worth, by equity or match winning chance."""
    return {one.choice: (one.equity, one.extras.get("mwc")) for one in said.candidates}
