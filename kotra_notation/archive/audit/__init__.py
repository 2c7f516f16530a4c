"""What is in an archive, what is broken in it, and what to mend first.

`figures` are what is said, `auditing` asks the tables for it, `mending` puts files in order, `groups` sums
up by folder, notation and time, `suspicion` looks for what is formally right and hardly can be. `wording`
puts it into words, `page` shows it.
"""

from kotra_notation.archive.audit.auditing import audit as audit
from kotra_notation.archive.audit.figures import Audit as Audit
from kotra_notation.archive.audit.figures import AuditWishes as AuditWishes
