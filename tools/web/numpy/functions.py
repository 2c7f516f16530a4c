# mypy: ignore-errors
# ruff: noqa: N801
"""Functions of the stand-in for numpy: of elements, shapes and order; and files."""

from __future__ import annotations

from ast import literal_eval
from contextlib import nullcontext
from itertools import pairwise
from zipfile import ZipFile

from numpy import _PLAIN, _apply, _face, _raw, _type, _unary, _wrap, array, asarray, ndarray, zeros_like

# Functions of elements


def _function(name):
    return lambda first, second, out=None: _apply(name, first, second, out)


maximum, minimum, subtract, greater = map(_function, ("maximum", "minimum", "subtract", "greater"))
maximum.reduceat = lambda values, begins: _wrap(_face.reduceat("max", values._raw, _raw(begins)))


class bitwise_or:
    @staticmethod
    def reduceat(values, begins):
        return _wrap(_face.reduceat("bitwise_or", values._raw, _raw(begins)))


class logical_and:
    @staticmethod
    def reduce(arrays):
        whole, *others = arrays
        for other in others:
            whole = whole & other
        return whole


def divide(first, second, out, where):
    out[...] = globals()["where"](where, _apply("divide", first, second), out)
    return out


negative, exp, sqrt, reciprocal, abs = (
    lambda values, name=name: _wrap(_unary(name, _raw(values)))
    for name in ("negative", "exp", "sqrt", "reciprocal", "absolute")
)


def clip(values, least, most):
    values = values if least is None else maximum(values, least)
    return values if most is None else minimum(values, most)


def round(values, digits):
    return _wrap(_unary("rint", (values * float(10**digits))._raw)) / float(10**digits)


def where(mask, yes, no):
    if yes.__class__ in _PLAIN and no.__class__ is ndarray:
        yes = _wrap(_face.beside(no._raw, yes, yes.__class__.__name__))
    elif no.__class__ in _PLAIN and yes.__class__ is ndarray:
        no = _wrap(_face.beside(yes._raw, no, no.__class__.__name__))
    return _wrap(_face.where(_raw(mask), _raw(yes), _raw(no)))


def select(masks, choices, default):
    found = default
    for mask, choice in zip(reversed(masks), reversed(choices), strict=True):
        found = where(mask, choice, found)
    return found


def matmul(left, right):
    return _wrap(_face.matmul(left._raw, right._raw))


def einsum(form, left, right):
    if form == "nrc,r->nc":
        return (left * right[:, None]).sum(axis=1)
    if form == "nc,nc->n":
        return (left * right).sum(axis=1)
    raise NotImplementedError(f"einsum {form}")


def errstate(**_):
    return nullcontext()


# Shapes


def shape(values):
    return values.shape if values.__class__ is ndarray else ()


def prod(values):
    return array(values)._reduce("prod", None)


def concatenate(arrays, axis=0, dtype=None):
    return _wrap(_face.concatenate(axis, _type(dtype), *[one._raw for one in arrays]))


def stack(arrays, axis=0):
    index = (*[slice(None)] * axis, None)
    return concatenate([one[index] for one in arrays], axis)


def moveaxis(values, source, target):
    axes = list(range(values.ndim))
    axes.insert(target, axes.pop(source))
    return _wrap(_face.permute(values._raw, *axes))


def tile(values, repeats):
    repeats = repeats if repeats.__class__ is tuple else (repeats,)
    return _wrap(_face.tile(_raw(values), *repeats))


def repeat(values, counts, axis=None):
    if axis is None:
        values, axis = values.ravel(), 0
    if axis:
        return repeat(values.swapaxes(0, axis), counts, 0).swapaxes(0, axis)
    return _wrap(_face.repeat(values._raw, counts if counts.__class__ is int else _raw(counts)))


def split(values, places):
    ends = [0, *places.tolist(), len(values)]
    return [values[begin:end] for begin, end in pairwise(ends)]


def meshgrid(first, second, indexing):
    if indexing != "ij":
        raise NotImplementedError("meshgrid but by ij")
    return repeat(first, len(second)).reshape(len(first), -1), tile(second, (len(first), 1))


def diff(values, axis=-1, prepend=None, append=None):
    beside = [slice(None)] * values.ndim
    beside[axis] = slice(0, 1)
    edge = zeros_like(values[tuple(beside)])
    whole = [edge + prepend] if prepend is not None else []
    whole = concatenate([*whole, values, *([edge + append] if append is not None else [])], axis)
    after, before = list(beside), list(beside)
    after[axis], before[axis] = slice(1, None), slice(None, -1)
    return whole[tuple(after)] - whole[tuple(before)]


# Order, and what is set


def nonzero(values):
    return tuple([_wrap(places) for places in _face.nonzero(values._raw)])


def flatnonzero(values):
    (places,) = nonzero(asarray(values).ravel())
    return places


def count_nonzero(values):
    return (values != 0)._reduce("sum", None)


def argsort(values, kind="stable"):
    return lexsort([values])


def lexsort(keys):
    return _wrap(_face.lexsort(*[key._raw for key in keys]))


def unique(values, return_index=False, return_inverse=False):
    found, once, again = map(_wrap, _face.unique(values._raw))
    return (found, once, again) if return_index and return_inverse else found


def searchsorted(values, wanted):
    return _wrap(_face.searchsorted(values._raw, _raw(wanted)))


def bincount(values):
    return _wrap(_face.bincount(values._raw))


def packbits(values, axis, bitorder):
    if (axis, bitorder) != (1, "little"):
        raise NotImplementedError("packbits but along rows, the lowest bit first")
    return _wrap(_face.packbits(values._raw))


# Files


class load:
    """The arrays of an .npz file by name; a text without axes is a text."""

    def __init__(self, file, allow_pickle=False):
        self.members = ZipFile(file)
        self.files = [name.removesuffix(".npy") for name in self.members.namelist()]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.members.close()

    def __iter__(self):
        return iter(self.files)

    def __getitem__(self, name):
        data = self.members.read(f"{name}.npy")
        if data[:8] != b"\x93NUMPY\x01\x00":
            raise ValueError("no array of numpy")
        end = 10 + int.from_bytes(data[8:10], "little")
        head, content = literal_eval(data[10:end].decode()), data[end:]
        if head["descr"].startswith("<U"):
            return content.decode("utf-32-le").rstrip("\0")
        if head["fortran_order"]:
            raise NotImplementedError("an array by columns")
        kind = _type(head["descr"])
        return _wrap(
            _face.read(content, "large" if kind in ("int64", "uint64") else kind, kind, *head["shape"])
        )


def memmap(file, kind, mode, offset, shape):
    """The array of a file; it is read."""
    file.seek(offset)
    return _wrap(_face.read(file.read(), _type(kind), _type(kind), *shape))
