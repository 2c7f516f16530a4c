# mypy: ignore-errors
# ruff: noqa: F405, N801, N802
"""A stand-in for numpy in the browser: as much of it as the engine uses, over arrays that JavaScript holds.

Python has thin handles; the loops run in `arrays.mjs` and `loops.mjs`. What is not here raises
NotImplementedError with its name. Elements and sums over all of an array are numbers of Python.
"""

from __future__ import annotations

from array import array as _numbers
from math import inf as inf

from _kotra_arrays import face as _face

_binary, _get, _set, _unary = _face.binary, _face.get, _face.set, _face.unary
_EXACT, _PLAIN = 1 << 31, (int, float, bool)


def __getattr__(name):
    raise NotImplementedError(f"numpy.{name} is not in the stand-in for numpy")


class _Type:
    """A type of elements, which makes an array without axes of a number."""

    def __init__(self, name, itemsize, kind):
        self.name, self.itemsize, self.kind = name, itemsize, kind

    def __call__(self, value):
        return _wrap(_face.scalar(value, self.name))


bool_ = _Type("bool", 1, "b")
int8, int16, int32, int64 = (_Type(f"int{8 * size}", size, "i") for size in (1, 2, 4, 8))
uint8, uint64 = _Type("uint8", 1, "u"), _Type("uint64", 8, "u")
float16, float32, float64 = (_Type(f"float{8 * size}", size, "f") for size in (2, 4, 8))
intp = int64
_TYPES = {
    one.name: one for one in (bool_, int8, int16, int32, int64, uint8, uint64, float16, float32, float64)
}
_ALSO = {bool: bool_, int: int64, float: float64, "|b1": bool_, "|i1": int8, "|u1": uint8}
_ALSO |= {f"<{one.kind}{one.itemsize}": one for one in _TYPES.values() if one.itemsize > 1}


def _type(wish):
    """The name of a type; None for none."""
    if wish is None or wish.__class__ is _Type:
        return wish and wish.name
    return _ALSO[wish].name


def dtype(wish):
    return _TYPES[_type(wish)]


def _wrap(raw):
    made = object.__new__(ndarray)
    made._raw = raw
    return made


def _raw(value):
    return value._raw if value.__class__ is ndarray else array(value)._raw


def _apply(name, first, second, out=None):
    """A function of two arrays, or of one and a number of Python, which gives way in the type."""
    raw_out = None if out is None else out._raw
    if first.__class__ is ndarray:
        if second.__class__ is ndarray:
            return _wrap(_binary(name, first._raw, second._raw, None, raw_out))
        if second.__class__ in _PLAIN:
            return _wrap(_binary(name, first._raw, second, second.__class__.__name__, raw_out))
    elif second.__class__ is ndarray and first.__class__ in _PLAIN:
        return _wrap(_binary(name, first, second._raw, first.__class__.__name__, raw_out))
    return _wrap(_binary(name, _raw(first), _raw(second), None, raw_out))


def _operator(name):
    return lambda self, other: _apply(name, self, other)


def _turned(name):
    return lambda self, other: _apply(name, other, self)


def _in_place(name):
    return lambda self, other: _apply(name, self, other, self)


def _codes(index):
    """An index as a row of what JavaScript tells apart."""
    for part in index if index.__class__ is tuple else (index,):
        kind = part.__class__
        if kind is int:
            yield part
        elif kind is slice:
            yield from ("s", part.start, part.stop, part.step)
        elif kind is ndarray:
            yield part._raw
        elif part is None:
            yield "n"
        elif part is Ellipsis:
            yield "e"
        else:
            yield _raw(part)


class ndarray:
    """An array: a handle on what JavaScript holds."""

    __slots__ = ("_raw",)
    __hash__ = None

    def __getattr__(self, name):
        raise NotImplementedError(f"ndarray.{name} is not in the stand-in for numpy")

    @property
    def dtype(self):
        return _TYPES[self._raw.type]

    @property
    def shape(self):
        return tuple(self._raw.shape)

    @property
    def ndim(self):
        return len(self._raw.shape)

    @property
    def size(self):
        return self._raw.size

    @property
    def T(self):
        return _wrap(_face.permute(self._raw, *reversed(range(self.ndim))))

    @property
    def data(self):
        return memoryview(self.tobytes())

    def __len__(self):
        return self._raw.shape[0]

    def __iter__(self):
        if self.ndim == 1:
            return iter(self.tolist())
        return (_wrap(_get(self._raw, number)) for number in range(len(self)))

    def __getitem__(self, index):
        found = _get(self._raw, *_codes(index))
        return self._plain(found) if found.__class__ in _PLAIN else _wrap(found)

    def __setitem__(self, index, value):
        plain = value.__class__ in _PLAIN
        _set(self._raw, value if plain else _raw(value), *_codes(index))

    def _plain(self, value):
        """An element, or a sum of elements, as a number of Python: JavaScript does not tell 1.0 from 1."""
        return float(value) if value.__class__ is int and self.dtype.kind == "f" else value

    def _item(self):
        return self._plain(_face.item(self._raw))

    __bool__, __int__, __float__, __index__ = (
        lambda self, kind=kind: kind(self._item()) for kind in (bool, int, float, int)
    )

    def tobytes(self):
        return _face.bytes(self._raw).to_bytes()

    def tolist(self):
        shape = self.shape
        if not shape:
            return self._item()
        if 0 in shape:
            return [] if shape[0] == 0 else [self[number].tolist() for number in range(shape[0])]
        return memoryview(self.tobytes()).cast(_face.code(self._raw), shape).tolist()

    def reshape(self, *shape):
        return _wrap(_face.reshape(self._raw, *(shape[0] if shape[0].__class__ is tuple else shape)))

    def ravel(self):
        return self.reshape(-1)

    def swapaxes(self, one, other):
        axes = list(range(self.ndim))
        axes[one], axes[other] = axes[other], axes[one]
        return _wrap(_face.permute(self._raw, *axes))

    def view(self, kind):
        return _wrap(_face.view(self._raw, _type(kind)))

    def astype(self, kind):
        return _wrap(_face.cast(self._raw, _type(kind)))

    def copy(self):
        return _wrap(_face.copy(self._raw))

    def take(self, places, axis=0, mode="clip", out=None):
        if axis != 0 or mode != "clip":
            raise NotImplementedError("take but by the first axis")
        return _wrap(_face.take(self._raw, _raw(places), None if out is None else out._raw))

    def clip(self, min=None, max=None):
        return clip(self, min, max)

    def _reduce(self, name, axis, dtype=None, keepdims=False, initial=None):
        found = _face.reduce(name, self._raw, axis, _type(dtype), keepdims, initial)
        return self._plain(found) if found.__class__ in _PLAIN else _wrap(found)

    def sum(self, axis=None, dtype=None, keepdims=False):
        return self._reduce("sum", axis, dtype, keepdims)

    def max(self, axis=None, keepdims=False, initial=None):
        return self._reduce("max", axis, None, keepdims, initial)

    def min(self, axis=None, keepdims=False, initial=None):
        return self._reduce("min", axis, None, keepdims, initial)

    def any(self, axis=None):
        return self._reduce("any", axis)

    def all(self, axis=None):
        return self._reduce("all", axis)

    def argmax(self, axis=None):
        return self._reduce("argmax", axis)

    def cumsum(self, axis, dtype=None):
        return _wrap(_face.cumsum(self._raw, axis, _type(dtype)))

    def __matmul__(self, other):
        return matmul(self, other)

    def __neg__(self):
        return negative(self)

    def __invert__(self):
        return _wrap(_unary("invert", self._raw))


for _name, _of in {
    "add": "add", "sub": "subtract", "mul": "multiply", "truediv": "divide", "floordiv": "floor_divide",
    "mod": "remainder", "pow": "power", "and": "bitwise_and", "or": "bitwise_or", "xor": "bitwise_xor",
    "lshift": "left_shift", "rshift": "right_shift",
}.items():  # fmt: skip
    setattr(ndarray, f"__{_name}__", _operator(_of))
    setattr(ndarray, f"__r{_name}__", _turned(_of))
    setattr(ndarray, f"__i{_name}__", _in_place(_of))
for _name, _of in {
    "lt": "less", "le": "less_equal", "gt": "greater", "ge": "greater_equal", "eq": "equal", "ne": "not_equal"
}.items():  # fmt: skip
    setattr(ndarray, f"__{_name}__", _operator(_of))


# Making arrays


def array(values, dtype=None):
    """An array of numbers in lists in lists, or of arrays."""
    kind = _type(dtype)
    if values.__class__ is ndarray:
        return _wrap(_face.cast(values._raw, kind) if kind else _face.copy(values._raw))
    shape, flat = [], values
    if values.__class__ in _PLAIN:
        flat = [values]
    else:
        shape.append(len(values))
        while len(flat) and flat[0].__class__ in (list, tuple, range):
            shape.append(len(flat[0]))
            flat = [value for row in flat for value in row]
        if len(flat) and flat[0].__class__ is ndarray:
            stacked = stack(flat)
            whole = stacked.reshape(*shape, *stacked.shape[1:])
            return whole.astype(dtype) if kind else whole
    kinds = {value.__class__ for value in flat}
    if not kinds <= {int, float, bool}:
        raise NotImplementedError(f"an array of {kinds}")
    kind = kind or ("float64" if float in kinds or not kinds else "int64" if int in kinds else "bool")
    large = float not in kinds and any(not -_EXACT <= value < _EXACT for value in flat)
    code, memory = (("Q" if kind == "uint64" else "q"), "large") if large else ("d", "float64")
    count = 1
    for length in shape:
        count *= length
    if count != len(flat):
        raise ValueError("The rows of an array are not of one length.")
    return _wrap(_face.read(_numbers(code, flat), memory, kind, *shape))


def asarray(values, dtype=None):
    if values.__class__ is not ndarray:
        return array(values, dtype)
    return _wrap(getattr(_face, "as")(values._raw, _type(dtype))) if dtype else values


def ascontiguousarray(values, dtype=None):
    return _wrap(_face.whole(asarray(values, dtype)._raw))


def zeros(shape, dtype=float64):
    return _wrap(_face.make(_type(dtype), *((shape,) if shape.__class__ is int else shape)))


empty = zeros


def full(shape, value, dtype=None):
    made = zeros(shape, dtype or value.__class__)
    _face.full(made._raw, value)
    return made


def ones(shape, dtype=float64):
    return full(shape, 1, dtype)


def zeros_like(other):
    return zeros(other.shape, other.dtype)


empty_like = zeros_like


def arange(start, stop=None, step=1, dtype=None):
    if stop is None:
        start, stop = 0, start
    return _wrap(_face.arange(start, stop, step, _type(dtype) or "int64"))


def eye(size):
    return (arange(size)[:, None] == arange(size)).astype(float64)


from numpy.functions import *  # noqa: E402, F403
