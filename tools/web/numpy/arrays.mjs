// What the stand-in for numpy (`__init__.py`) does with arrays: `face` is what Python calls.
"use strict";
import {get, nonzero, parsed, set, take} from "./indices.mjs";
import {LANES, fromHalf, multiplyMatrices, order, toHalf} from "./loops.mjs";
import {multiply} from "./product.mjs";
import {CODE, KIND, LOOPS, MEMORY, SIZE, TYPES, View, as, assign, beside, cast, commonShape, copy, count, elements, fill, lacks, lanes, make, numbers, promote, runs, scalar, spread, wholeStrides} from "./views.mjs";

const RANK = {b: 0, u: 1, i: 1, f: 2};
const COMPARISONS = new Set(["less", "less_equal", "greater", "greater_equal", "equal", "not_equal"]);
const ON_BITS = new Set(["bitwise_and", "bitwise_or", "bitwise_xor", "left_shift", "right_shift", "invert"]);
// What two arrays come to, one of which may be a number of Python; `python` is its type then.
function binary(name, first, second, python, out) {
  let a = first, b = second, type;
  if (python) {
    type = beside(a instanceof View ? a.type : b.type, python);
    if (a instanceof View) b = scalar(b, type);
    else a = scalar(a, type);
  } else type = promote(a.type, b.type);
  const floats = TYPES[type][KIND] === "f", bits = ON_BITS.has(name);
  if (bits && floats) lacks(`${name} of floats`);
  if (type === "bool" && !COMPARISONS.has(name) && !["bitwise_and", "bitwise_or", "bitwise_xor", "maximum", "minimum"].includes(name)) {
    if (name !== "multiply" && name !== "add") lacks(`${name} of bool`);
    name = name === "add" ? "bitwise_or" : "bitwise_and";
  }
  if (name.endsWith("divide") || name === "remainder" || name === "power") {
    if (a.big || b.big) lacks(`${name} of large numbers`);
    if (name === "divide" && !floats) type = "float64";
  }
  if (a.big !== b.big) [a, b] = [a, b].map(array => array.big ? array : assign(new View(new BigInt64Array(array.size), "int64", array.shape), array));
  else if (bits && !a.big) {
    for (const array of [a, b]) small(array);
    if (name === "right_shift") b = binary("minimum", b, 31, "int"); // as far as JavaScript shifts
    else if (name === "left_shift" && type === "int64") name = "scale";
  }
  const shape = commonShape(a.shape, b.shape), into = COMPARISONS.has(name) ? "bool" : type;
  const target = out ?? make(into, shape, type === "int64" && a.big && into === type);
  if (RANK[TYPES[into][KIND]] > RANK[TYPES[target.type][KIND]]) lacks(`${name} of ${into} in ${target.type}`);
  const [x, y] = [spread(a, target.shape), spread(b, target.shape)];
  if (a.big && target.big && LANES[name]) {
    const [o, u, v] = [target, x, y].map(({memory}) => lanes(memory)), loop = LANES[name];
    runs(target.shape, [target.strides, x.strides, y.strides], [target.offset, x.offset, y.offset], ([i, j, k], [p, q, r], n) => loop(o, 2 * i, 2 * p, u, 2 * j, 2 * q, v, 2 * k, 2 * r, n, type === "int64"));
    return target;
  }
  const loop = LOOPS[x.type].BINARY[name] ?? lacks(name);
  runs(target.shape, [target.strides, x.strides, y.strides], [target.offset, x.offset, y.offset], ([i, j, k], [p, q, r], n) => loop(target.memory, i, p, x.memory, j, q, y.memory, k, r, n));
  return target;
}
// Whole numbers that doubles hold have bits only up to the 32nd.
function small(array) {
  if (array.type !== "int64") return;
  for (const value of elements(array)) if (value !== (value | 0)) lacks("bits of numbers beyond 32 bits");
}
function unary(name, array) {
  const kind = TYPES[array.type][KIND];
  if (name === "invert" && kind === "b") name = "logical_not";
  if (kind !== "f" && ["exp", "reciprocal", "rint", "sqrt"].includes(name)) lacks(`${name} of ${array.type}`);
  if (ON_BITS.has(name)) small(array);
  return assign(make(array.type, array.shape, array.type === "int64" && array.big), array, name);
}
// Where a mask is set the second array, else the third.
function where(mask, yes, no) {
  const type = promote(yes.type, no.type), shape = commonShape(mask.shape, yes.shape, no.shape);
  const target = assign(make(type, shape), no), [x, y] = [spread(mask, shape), spread(as(yes, type), shape)];
  runs(shape, [target.strides, x.strides, y.strides], [0, x.offset, y.offset], ([i, j, k], [p, q, r], n) => LOOPS[y.type].BINARY.copy_where(target.memory, i, p, x.memory, j, q, y.memory, k, r, n));
  return target;
}

// Sums and the like

const FROM = {sum: 0, prod: 1, max: -Infinity, min: Infinity};
function reduce(name, array, axis, type, keep, initial) {
  const loop = LOOPS[array.type].REDUCTIONS[name] ?? lacks(name), kind = TYPES[array.type][KIND];
  if (axis === undefined) {
    array = reshape(array, [-1]);
    axis = 0;
    if (keep) lacks("keepdims without an axis");
  }
  if (axis < 0) axis += array.shape.length;
  if (name === "sum" || name === "prod") type ??= kind === "b" || kind === "i" ? "int64" : array.type === "uint8" ? lacks("sums of uint8") : array.type;
  else type = name === "any" || name === "all" ? "bool" : name === "argmax" ? "int64" : array.type;
  const length = array.shape[axis], begin = initial ?? FROM[name];
  if (!length && initial === undefined && ["max", "min", "argmax"].includes(name)) throw new RangeError(`${name} of nothing`);
  const shape = array.shape.filter((_, i) => i !== axis), strides = array.strides.filter((_, i) => i !== axis);
  const target = make(type, shape), step = array.strides[axis], large = array.big && typeof begin === "number" && name !== "argmax";
  if (large && name !== "sum") lacks(`${name} of large numbers`);
  const from = large ? BigInt(begin) : begin;
  runs(shape, [target.strides, strides], [0, array.offset], ([i, j], [p, q], n) => {
    for (; n--; i += p, j += q) target.memory[i] = loop(array.memory, j, step, length, from);
  });
  return reshape(target, keep ? array.shape.map((own, i) => i === axis ? 1 : own) : shape);
}
function cumsum(array, axis, type) {
  const target = cast(array, type ?? (TYPES[array.type][KIND] === "f" ? array.type : "int64"));
  const shape = target.shape.with(axis, 1), step = target.strides[axis];
  runs(shape, [target.strides], [0], ([i], [p], n) => {
    for (; n--; i += p) for (let at = i + step, k = 1; k < target.shape[axis]; k++, at += step) target.memory[at] += target.memory[at - step];
  });
  return target;
}
function reduceat(name, array, begins) {
  const places = numbers(begins), target = make(array.type, [places.length]), values = elements(array);
  const loop = LOOPS[array.type].REDUCTIONS[name] ?? lacks(`reduceat of ${name}`), from = name === "bitwise_or" ? 0 : FROM[name];
  for (let i = 0; i < places.length; i++)
    target.memory[i] = loop(values, places[i], 1, Math.max((places[i + 1] ?? values.length) - places[i], 1), from);
  return target;
}

// Shapes

function reshape(array, shape) {
  const known = shape.reduce((product, length) => length < 0 ? product : product * length, 1);
  const whole = shape.map(length => length < 0 ? array.size / (known || 1) : length);
  if (count(whole) !== array.size) throw new RangeError(`${array.shape} is not ${whole}`);
  const source = array.whole ? array : copy(array);
  return new View(source.memory, source.type, whole, wholeStrides(whole), source.offset);
}
function permute(array, axes) {
  return new View(array.memory, array.type, axes.map(axis => array.shape[axis]), axes.map(axis => array.strides[axis]), array.offset);
}
function reinterpret(array, type) {
  const [from, to] = [TYPES[array.type][SIZE], TYPES[type][SIZE]], memory = TYPES[type][MEMORY];
  if (array.type === "int64" || type === "int64" || array.type === "float16" || type === "float16") lacks(`a view of ${array.type} as ${type}`);
  if (array.memory.byteLength % to || array.offset * from % to) lacks("a view that does not begin where an element does");
  const seen = new memory(array.memory.buffer, array.memory.byteOffset, array.memory.byteLength / to);
  const [shape, strides] = [[...array.shape], [...array.strides]];
  if (from !== to) {
    const last = shape.length - 1;
    if (!array.whole) lacks("a view of what has gaps");
    shape[last] = shape[last] * from / to;
    return new View(seen, type, shape, wholeStrides(shape), array.offset * from / to);
  }
  return new View(seen, type, shape, strides, array.offset);
}
function concatenate(arrays, axis, type) {
  type ??= arrays.map(array => array.type).reduce(promote);
  if (axis < 0) axis += arrays[0].shape.length;
  const target = make(type, arrays[0].shape.with(axis, arrays.reduce((sum, array) => sum + array.shape[axis], 0)));
  let begin = 0;
  for (const array of arrays) {
    assign(new View(target.memory, type, array.shape, target.strides, begin * target.strides[axis]), array);
    begin += array.shape[axis];
  }
  return target;
}
function tile(array, repeats) {
  if (repeats.length < array.shape.length) lacks("tile of fewer axes");
  const shape = [...new Array(repeats.length - array.shape.length).fill(1), ...array.shape], source = reshape(array, shape);
  const pairs = shape.flatMap((length, axis) => [repeats[axis], length]);
  const apart = reshape(source, shape.flatMap(length => [1, length]));
  return reshape(copy(spread(apart, pairs)), shape.map((length, axis) => length * repeats[axis]));
}
// Each row so often, all as often or each as `counts` tells.
function repeat(array, counts) {
  const often = counts instanceof View ? numbers(counts) : null, places = [];
  for (let i = 0; i < array.shape[0]; i++) for (let k = often ? often[i] : counts; k > 0; k--) places.push(i);
  return take(array, new View(Float64Array.from(places), "int64", [places.length]));
}

// Order

const ordered = (places, shape = [places.length]) => new View(Float64Array.from(places), "int64", shape);
const lexsort = keys => ordered(order(keys.map(elements)));
function unique(array) {
  const values = elements(array), places = order([values]), once = [], again = new Float64Array(values.length);
  places.forEach((place, i) => {
    if (!i || values[place] !== values[places[i - 1]]) once.push(place);
    again[place] = once.length - 1;
  });
  return [take(reshape(array, [-1]), ordered(once)), ordered(once), ordered(again)];
}
function searchsorted(array, wanted) {
  const values = elements(array), target = make("int64", wanted.shape);
  elements(wanted).forEach((value, i) => {
    let [low, high] = [0, values.length];
    while (low < high) {
      const middle = low + high >> 1;
      if (values[middle] < value) low = middle + 1;
      else high = middle;
    }
    target.memory[i] = low;
  });
  return target;
}
function bincount(array) {
  const values = numbers(array), target = make("int64", [values.reduce((most, value) => Math.max(most, value + 1), 0)]);
  for (const value of values) target.memory[value]++;
  return target;
}
// Eight columns of a mask in a byte, the first as its lowest bit.
function packbits(array) {
  const [rows, columns] = array.shape, bytes = Math.ceil(columns / 8), target = make("uint8", [rows, bytes]), values = elements(array);
  for (let row = 0, from = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) if (values[from++]) target.memory[row * bytes + (column >> 3)] |= 1 << (column & 7);
  return target;
}
function matmul(left, right) {
  const type = promote(left.type, right.type), [inner, columns = 1] = right.shape;
  if (right.shape.length > 2 || left.shape.at(-1) !== inner || left.big || right.big) lacks(`matmul of ${left.shape} and ${right.shape}`);
  const shape = [...left.shape.slice(0, -1), ...right.shape.slice(1)], target = make(type, shape);
  const rows = count(left.shape.slice(0, -1)), quick = multiply && left.type === "float32" && type === right.type && rows * inner * columns;
  (quick ? multiply : multiplyMatrices)(target.memory, elements(left), elements(right), rows, inner, columns);
  return target;
}

// Python

// An array of the bytes of a buffer of Python, whose elements may have another type: doubles, or BigInts.
function read(python, kind, type, shape) {
  const buffer = python.getBuffer("u8"), {data} = buffer, bytes = data.slice();
  buffer.release();
  if (kind === "float16") return new View(Float32Array.from(new Uint16Array(bytes.buffer), fromHalf), type, shape);
  if (kind === "large") return new View(new (type === "uint64" ? BigUint64Array : BigInt64Array)(bytes.buffer), type, shape);
  return as(new View(new TYPES[kind][MEMORY](bytes.buffer), kind, shape), type);
}
// The bytes of an array as numpy has them.
function bytes(array) {
  const values = elements(array);
  const whole = array.type === "float16" ? Uint16Array.from(values, toHalf)
    : array.type === "int64" && !array.big ? BigInt64Array.from(values, BigInt) : values.slice();
  return new Uint8Array(whole.buffer);
}
const item = array => {
  const value = array.memory[array.offset];
  return array.type === "bool" ? Boolean(value) : value;
};
// What has no axis is a number to Python.
const plain = array => array.shape.length ? array : item(array);
export const face = {
  make: (type, ...shape) => make(type, shape),
  full: (array, value) => fill(array, array.big ? BigInt(value) : value),
  scalar,
  arange: (start, stop, step, type) => as(new View(Float64Array.from({length: Math.max(Math.ceil((stop - start) / step), 0)}, (_, i) => start + i * step), type === "float64" ? type : "int64", [Math.max(Math.ceil((stop - start) / step), 0)]), type),
  binary, unary, where,
  beside: (array, value, python) => scalar(value, beside(array.type, python)),
  reduce: (...words) => plain(reduce(...words)),
  cumsum, reduceat, take, unique, searchsorted, bincount, packbits, matmul, repeat, copy, cast, as, bytes, item,
  read: (python, kind, type, ...shape) => read(python, kind, type, shape),
  reshape: (array, ...shape) => reshape(array, shape),
  permute: (array, ...axes) => permute(array, axes),
  view: reinterpret,
  concatenate: (axis, type, ...arrays) => concatenate(arrays, axis, type),
  tile: (array, ...repeats) => tile(array, repeats),
  get: (array, ...codes) => plain(get(array, parsed(codes))),
  set: (array, value, ...codes) => set(array, parsed(codes), value),
  nonzero: array => nonzero(array),
  lexsort: (...keys) => lexsort(keys),
  whole: array => array.whole ? array : copy(array),
  code: array => TYPES[array.type][CODE],
};
