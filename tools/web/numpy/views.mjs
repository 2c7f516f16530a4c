// Views of typed memory, for the stand-in for numpy: arrays of numbers with a shape. An element lies at the offset
// plus its indices times the strides.
"use strict";
import {numbersOfLanes} from "./loops.mjs";

// Whole numbers of eight bytes are kept in doubles, but for those that do not fit: these are BigInts.
export const TYPES = {
  bool: ["b", 1, Uint8Array, "?"], int8: ["i", 1, Int8Array, "b"], int16: ["i", 2, Int16Array, "h"], int32: ["i", 4, Int32Array, "i"],
  int64: ["i", 8, Float64Array, "q"], uint8: ["u", 1, Uint8Array, "B"], uint64: ["u", 8, BigUint64Array, "Q"],
  float16: ["f", 2, Float32Array, "e"], float32: ["f", 4, Float32Array, "f"], float64: ["f", 8, Float64Array, "d"],
};
export const [KIND, SIZE, MEMORY, CODE] = [0, 1, 2, 3];
// The loops once more for each type of what they read: a loop that only meets one type runs several times as fast.
export const LOOPS = {};
for (const type in TYPES) LOOPS[type] = await import(`./loops.mjs?${type}`);
export class View {
  constructor(memory, type, shape, strides = wholeStrides(shape), offset = 0) {
    Object.assign(this, {memory, type, shape, strides, offset});
  }
  get size() { return count(this.shape); }
  get whole() { return isWhole(this); }
  get big() { return this.memory instanceof BigInt64Array || this.memory instanceof BigUint64Array; }
}
export const count = shape => shape.reduce((product, length) => product * length, 1);
export function wholeStrides(shape) {
  const strides = new Array(shape.length);
  for (let axis = shape.length - 1, step = 1; axis >= 0; step *= shape[axis--]) strides[axis] = step;
  return strides;
}
function isWhole({shape, strides}) {
  for (let axis = shape.length - 1, step = 1; axis >= 0; step *= shape[axis--])
    if (shape[axis] !== 1 && strides[axis] !== step) return shape.includes(0);
  return true;
}
export function lacks(what) {
  throw new Error(`not implemented: ${what}`);
}
export const make = (type, shape, big = false) => new View(new (big ? BigInt64Array : TYPES[type][MEMORY])(count(shape)), type, shape);
export function scalar(value, type) {
  const big = type === "uint64" || type === "int64" && (typeof value === "bigint" || value !== (value | 0));
  return fill(make(type, [], big && type === "int64"), big ? BigInt(value) : value);
}
export function fill(array, value) {
  array.memory.fill(value);
  return array;
}
// The elements in their order, as typed memory that must not be changed.
export function elements(array) {
  const {memory, offset, size} = array.whole ? array : copy(array);
  return offset === 0 && size === memory.length ? memory : memory.subarray(offset, offset + size);
}
export const numbers = array => array.big ? numbersOfLanes(lanes(elements(array))) : elements(array);
// Numbers of eight bytes as pairs of four bytes, the lower ones first.
export const lanes = memory => new Uint32Array(memory.buffer, memory.byteOffset, 2 * memory.length);

// Types

export function promote(a, b) {
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
export function beside(type, python) {
  const kind = TYPES[type][KIND];
  if (python === "float") return kind === "f" ? type : "float64";
  return python === "int" && kind === "b" ? "int64" : type;
}

// Loops over shapes

// Calls `loop` for runs of elements that several arrays of a shape have side by side: offsets and steps of each.
export function runs(shape, strides, offsets, loop) {
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
export function commonShape(...shapes) {
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
export function spread(array, shape) {
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
export function assign(target, source, loop = "") {
  const from = spread(source, target.shape);
  loop ||= target.type === "bool" && from.type !== "bool" ? "to_bool"
    : target.type === "float16" && from.type !== "float16" ? "to_half"
    : target.big === from.big ? "copy" : from.big ? "to_number" : "to_big";
  if (!target.size) return target;
  if (loop === "copy" && target.type === from.type && target.whole && from.whole) target.memory.set(elements(from), target.offset);
  else runs(target.shape, [target.strides, from.strides], [target.offset, from.offset], ([i, j], [p, q], n) => LOOPS[from.type].UNARY[loop](target.memory, i, p, from.memory, j, q, n));
  return target;
}
export const copy = array => assign(make(array.type, array.shape, array.type === "int64" && array.big), array);
export const cast = (array, type) => assign(make(type, array.shape, type === "int64" && array.type === "int64" && array.big), array);
export const as = (array, type) => array.type === type ? array : cast(array, type);
