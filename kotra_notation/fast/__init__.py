"""Everything that exists for speed alone, beside `rules`, which stays the definition.

One contract: yes with the result, or no answer. Callers without an answer go the slow way, which also finds
what is wrong. Tests hold every yes against `rules`: `test_kernel`, `test_plain*`, `test_sound`.
"""
