// Arrays of numbers with a shape, for the stand-in for numpy (`__init__.py`), which calls what stands here. An array is
// a view of typed memory: an element lies at the offset plus its indices times the strides.
"use strict";
import {LANES, fromHalf, multiplyMatrices, numbersOfLanes, order, toHalf} from "./loops.mjs";
import {multiply} from "./product.mjs";

// Whole numbers of eight bytes are kept in doubles, but for those that do not fit: these are BigInts.
const TYPES = {
  bool: ["b", 1, Uint8Array, "?"], int8: ["i", 1, Int8Array, "b"], int16: ["i", 2, Int16Array, "h"], int32: ["i", 4, Int32Array, "i"],
  int64: ["i", 8, Float64Array, "q"], uint8: ["u", 1, Uint8Array, "B"], uint64: ["u", 8, BigUint64Array, "Q"],
  float16: ["f", 2, Float32Array, "e"], float32: ["f", 4, Float32Array, "f"], float64: ["f", 8, Float64Array, "d"],
};
const [KIND, SIZE, MEMORY, CODE] = [0, 1, 2, 3];
// The loops once more for each type of what they read: a loop that only meets one type runs several times as fast.
const LOOPS = {};
for (const type in TYPES) LOOPS[type] = await import(`./loops.mjs?${type}`);
class View {
  constructor(memory, type, shape, strides = wholeStrides(shape), offset = 0) {
    Object.assign(this, {memory, type, shape, strides, offset});
  }
  get size() { return count(this.shape); }
  get whole() { return isWhole(this); }
  get big() { return this.memory instanceof BigInt64Array || this.memory instanceof BigUint64Array; }
}
const count = shape => shape.reduce((product, length) => product * length, 1);
function wholeStrides(shape) {
  const strides = new Array(shape.length);
  for (let axis = shape.length - 1, step = 1; axis >= 0; step *= shape[axis--]) strides[axis] = step;
  return strides;
}
function isWhole({shape, strides}) {
  for (let axis = shape.length - 1, step = 1; axis >= 0; step *= shape[axis--])
    if (shape[axis] !== 1 && strides[axis] !== step) return shape.includes(0);
  return true;
}
function lacks(what) {
  throw new Error(`not implemented: ${what}`);
}
const make = (type, shape, big = false) => new View(new (big ? BigInt64Array : TYPES[type][MEMORY])(count(shape)), type, shape);
function scalar(value, type) {
  const big = type === "uint64" || type === "int64" && (typeof value === "bigint" || value !== (value | 0));
  return fill(make(type, [], big && type === "int64"), big ? BigInt(value) : value);
}
function fill(array, value) {
  array.memory.fill(value);
  return array;
}
// The elements in their order, as typed memory that must not be changed.
function elements(array) {
  const {memory, offset, size} = array.whole ? array : copy(array);
  return offset === 0 && size === memory.length ? memory : memory.subarray(offset, offset + size);
}
const numbers = array => array.big ? numbersOfLanes(lanes(elements(array))) : elements(array);
// Numbers of eight bytes as pairs of four bytes, the lower ones first.
const lanes = memory => new Uint32Array(memory.buffer, memory.byteOffset, 2 * memory.length);

// Types

function promote(a, b) {
  if (a === b || b === "bool") return a;
  if (a === "bool") return b;
  const [A, B] = [TYPES[a], TYPES[b]];
  if (A[KIND] === B[KIND]) return A[SIZE] > B[SIZE] ? a : b;
  if (A[KIND] === "f" || B[KIND] === "f") {
    const [float, other] = A[KIND] === "f" ? [a, B] : [b, A];
    return other[SIZE] <= 2 && float !== "float64" ? "float32" : "float64";
  }
  const [unsigned, signed] = A[KIND] === "u" ? [A, b] : [B, a];
  if (unsigned[SIZE] === 8) lacks("uint64 with signed numbers");
  return TYPES[signed][SIZE] > unsigned[SIZE] ? signed : "int16";
}
// The type of an array beside a number of Python, which is a float, int or bool and gives way where it can.
function beside(type, python) {
  const kind = TYPES[type][KIND];
  if (python === "float") return kind === "f" ? type : "float64";
  return python === "int" && kind === "b" ? "int64" : type;
}

// Loops over shapes

// Calls `loop` for runs of elements that several arrays of a shape have side by side: offsets and steps of each.
function runs(shape, strides, offsets, loop) {
  const axes = shape.map((_, axis) => axis).filter(axis => shape[axis] !== 1);
  if (shape.includes(0)) return;
  const kept = [];
  for (const axis of axes) {
    const last = kept.at(-1);
    if (last && strides.every((steps, i) => last.steps[i] === steps[axis] * shape[axis])) {
      last.length *= shape[axis];
      last.steps = strides.map(steps => steps[axis]);
    } else kept.push({length: shape[axis], steps: strides.map(steps => steps[axis])});
  }
  if (!kept.length) return loop(offsets, strides.map(() => 0), 1);
  let longest = 0;
  kept.forEach(({length}, i) => { if (length >= kept[longest].length) longest = i; });
  const [{length: n, steps}] = kept.splice(longest, 1), places = kept.map(() => 0), at = [...offsets];
  for (;;) {
    loop(at, steps, n);
    let axis = kept.length - 1;
    for (; axis >= 0; axis--) {
      const {length, steps: along} = kept[axis];
      places[axis]++;
      for (let i = 0; i < at.length; i++) at[i] += along[i];
      if (places[axis] < length) break;
      for (let i = 0; i < at.length; i++) at[i] -= along[i] * length;
      places[axis] = 0;
    }
    if (axis < 0) return;
  }
}
function commonShape(...shapes) {
  const size = Math.max(...shapes.map(shape => shape.length));
  return Array.from({length: size}, (_, axis) => {
    let length = 1;
    for (const shape of shapes) {
      const own = shape[axis + shape.length - size] ?? 1;
      if (own === 1) continue;
      if (length !== 1 && own !== length) throw new RangeError(`shapes do not fit: ${shapes.join(" and ")}`);
      length = own;
    }
    return length;
  });
}
function spread(array, shape) {
  const more = shape.length - array.shape.length;
  if (more === 0 && array.shape.every((length, axis) => length === shape[axis])) return array;
  const strides = shape.map((length, axis) => {
    const own = axis < more ? 1 : array.shape[axis - more];
    if (own !== 1 && own !== length) throw new RangeError(`a shape does not fit: ${array.shape} in ${shape}`);
    return own === 1 ? 0 : array.strides[axis - more];
  });
  return new View(array.memory, array.type, shape, strides, array.offset);
}
// Fills an array with another one, or a number, whatever their types.
function assign(target, source, loop = "") {
  const from = spread(source, target.shape);
  loop ||= target.type === "bool" && from.type !== "bool" ? "to_bool"
    : target.type === "float16" && from.type !== "float16" ? "to_half"
    : target.big === from.big ? "copy" : from.big ? "to_number" : "to_big";
  if (!target.size) return target;
  if (loop === "copy" && target.type === from.type && target.whole && from.whole) target.memory.set(elements(from), target.offset);
  else runs(target.shape, [target.strides, from.strides], [target.offset, from.offset], ([i, j], [p, q], n) => LOOPS[from.type].UNARY[loop](target.memory, i, p, from.memory, j, q, n));
  return target;
}
const copy = array => assign(make(array.type, array.shape, array.type === "int64" && array.big), array);
const cast = (array, type) => assign(make(type, array.shape, type === "int64" && array.type === "int64" && array.big), array);
const as = (array, type) => array.type === type ? array : cast(array, type);

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

// Indices

// The view or the copy that an index gives: parts are a number, ["s", start, stop, step], "n" for a new axis, "e" for
// all axes that are not named, or an array of places or a mask.
function locate(array, parts) {
  const masks = part => part instanceof View && part.type === "bool" ? part.shape.length : 1;
  const named = parts.reduce((sum, part) => sum + (part === "n" || part === "e" ? 0 : masks(part)), 0);
  const shape = [], strides = [], chosen = [];
  let {offset} = array, axis = 0;
  const keep = (length, stride) => { shape.push(length); strides.push(stride); };
  const choose = places => chosen.push({places, step: array.strides[axis], length: array.shape[axis++], at: shape.length});
  if (named > array.shape.length) throw new RangeError("too many indices");
  for (const part of parts.includes("e") ? parts : [...parts, "e"]) {
    if (part === "n") keep(1, 0);
    else if (part === "e") for (let left = array.shape.length - named; left--; axis++) keep(array.shape[axis], array.strides[axis]);
    else if (typeof part === "number") {
      const length = array.shape[axis], place = part < 0 ? part + length : part;
      if (place < 0 || place >= length) throw new RangeError(`index ${part} is out of bounds for ${length}`);
      if (parts.some(other => other instanceof View)) choose(fill(make("int64", []), part));
      else offset += place * array.strides[axis++];
    } else if (part instanceof View) {
      if (part.type === "bool") {
        part.shape.forEach((length, i) => { if (length !== array.shape[axis + i]) throw new RangeError("a mask does not fit"); });
        for (const places of nonzero(part)) choose(places);
      } else choose(part);
    } else {
      const length = array.shape[axis], step = part[3] ?? 1, least = step < 0 ? -1 : 0;
      const clip = place => Math.min(Math.max(place < 0 ? place + length : place, least), length + least);
      const start = part[1] === undefined ? step < 0 ? length - 1 : 0 : clip(part[1]);
      const stop = part[2] === undefined ? step < 0 ? -1 : length : clip(part[2]);
      offset += start * array.strides[axis];
      keep(Math.max(Math.ceil((stop - start) / step), 0), step * array.strides[axis++]);
    }
  }
  const view = new View(array.memory, array.type, shape, strides, offset);
  return chosen.length ? {view, ...gathering(chosen)} : {view};
}
// Where the elements of arrays of places lie, their shape, and before which axis of the view they stand.
function gathering(chosen) {
  const shape = commonShape(...chosen.map(({places}) => places.shape)), offsets = new Int32Array(count(shape));
  for (const {places, step, length} of chosen) {
    const all = numbers(spread(places, shape));
    for (let i = 0; i < offsets.length; i++) {
      const place = all[i] < 0 ? all[i] + length : all[i];
      if (!(place >= 0 && place < length)) throw new RangeError(`index ${all[i]} is out of bounds for ${length}`);
      offsets[i] += place * step;
    }
  }
  const together = chosen.every(({at}) => at === chosen[0].at);
  return {shape, offsets, at: together ? chosen[0].at : 0};
}
// Where all elements lie along some axes, from an offset on.
function offsetsAlong(shape, strides) {
  let offsets = Int32Array.of(0);
  shape.forEach((length, axis) => {
    const further = new Int32Array(offsets.length * length);
    for (let i = 0, at = 0; i < offsets.length; i++) for (let k = 0, place = offsets[i]; k < length; k++, place += strides[axis]) further[at++] = place;
    offsets = further;
  });
  return offsets;
}
// Where the elements lie that are chosen, from the offset of the view on, in the order of the array that comes of it.
function positions({view, offsets, at}) {
  const before = offsetsAlong(view.shape.slice(0, at), view.strides.slice(0, at)), after = offsetsAlong(view.shape.slice(at), view.strides.slice(at));
  if (before.length * after.length === 1) return offsets;
  const places = new Int32Array(before.length * offsets.length * after.length), width = after.length;
  let i = 0;
  for (const first of before)
    for (let k = 0; k < offsets.length; k++) for (let l = 0, begin = first + offsets[k]; l < width; l++) places[i++] = begin + after[l];
  return places;
}
// Rows of so many elements are copied as blocks.
const LONG = 40;
function get(array, parts) {
  const found = locate(array, parts), {view, shape, offsets, at} = found;
  if (!offsets) return view;
  const target = make(array.type, view.shape.toSpliced(at, 0, ...shape), array.type === "int64" && array.big);
  const {memory} = array, width = at ? 0 : view.size;
  if (width >= LONG && view.whole)
    offsets.forEach((offset, i) => target.memory.set(memory.subarray(view.offset + offset, view.offset + offset + width), i * width));
  else LOOPS[array.type].LOOKUPS.get(target.memory, memory, positions(found), view.offset);
  return target;
}
function set(array, parts, value) {
  const found = locate(array, parts), {view, shape, offsets, at} = found;
  const source = value instanceof View ? value : array.big ? scalar(value, array.type) : new View([value], "float64", []);
  if (!offsets) return void assign(view, value instanceof View && source.memory.buffer === view.memory.buffer ? copy(source) : source);
  const ready = source.type === array.type && source.big === array.big || !(value instanceof View) ? source : cast(source, array.type);
  const places = positions(found);
  if (ready.size === 1) LOOPS[array.type].LOOKUPS.fill(array.memory, places, view.offset, ready.memory[ready.offset]);
  else LOOPS[ready.type].LOOKUPS.set(array.memory, places, view.offset, elements(spread(ready, view.shape.toSpliced(at, 0, ...shape))));
}
function nonzero(array) {
  const values = elements(array), axes = array.shape.map(() => []), strides = wholeStrides(array.shape);
  for (let i = 0; i < values.length; i++) {
    if (!values[i]) continue;
    if (axes.length === 1) axes[0].push(i);
    else for (let axis = 0, rest = i; axis < axes.length; rest %= strides[axis++]) axes[axis].push(Math.floor(rest / strides[axis]));
  }
  return axes.map(places => new View(Float64Array.from(places), "int64", [places.length]));
}
function take(array, places, out) {
  const all = numbers(places), width = count(array.shape.slice(1)), last = array.shape[0] - 1;
  const target = out ?? make(array.type, [...places.shape, ...array.shape.slice(1)]);
  if (!target.whole) lacks("take into what has gaps");
  LOOPS[array.type].LOOKUPS.take(target.memory, target.offset, elements(array), all, width, last);
  return target;
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
// An index comes as a row of codes: "s" is followed by the three numbers of a slice.
function parsed(codes) {
  const parts = [];
  for (let i = 0; i < codes.length;) parts.push(codes[i] === "s" ? codes.slice(i, i += 4) : codes[i++]);
  return parts;
}
