# A short loop before a commit; `pytest -n auto` is the next, and `bash .ci/run` the only meaning of green.
.PHONY: check whole
check:
	ruff format --check .
	ruff check .
	mypy
	pytest -q -n auto -m "not middle and not slow"

whole:
	pytest -n auto -m "slow or not slow"
