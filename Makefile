# A short loop before a commit; `pytest -n auto` is the next, and `bash .ci/run` the only meaning of green.
.PHONY: check types tests whole
# Without what Python keeps compiled, every process that a test begins compiles the whole package anew.
unexport PYTHONDONTWRITEBYTECODE
check:
	ruff format --check .
	ruff check .
	$(MAKE) --no-print-directory -j 2 --output-sync types tests

types:
	mypy kotra_notation

tests:
	pytest -q -n auto -m "not middle and not slow"

whole:
	pytest -n auto -m "slow or not slow"
