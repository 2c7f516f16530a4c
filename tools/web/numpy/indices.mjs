// Parts of arrays, which an index of numbers, slices, places or masks names.
"use strict";
import {LOOPS, View, assign, cast, commonShape, copy, count, elements, fill, lacks, make, numbers, scalar, spread, wholeStrides} from "./views.mjs";

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
export function get(array, parts) {
  const found = locate(array, parts), {view, shape, offsets, at} = found;
  if (!offsets) return view;
  const target = make(array.type, view.shape.toSpliced(at, 0, ...shape), array.type === "int64" && array.big);
  const {memory} = array, width = at ? 0 : view.size;
  if (width >= LONG && view.whole)
    offsets.forEach((offset, i) => target.memory.set(memory.subarray(view.offset + offset, view.offset + offset + width), i * width));
  else LOOPS[array.type].LOOKUPS.get(target.memory, memory, positions(found), view.offset);
  return target;
}
export function set(array, parts, value) {
  const found = locate(array, parts), {view, shape, offsets, at} = found;
  const source = value instanceof View ? value : array.big ? scalar(value, array.type) : new View([value], "float64", []);
  if (!offsets) return void assign(view, value instanceof View && source.memory.buffer === view.memory.buffer ? copy(source) : source);
  const ready = source.type === array.type && source.big === array.big || !(value instanceof View) ? source : cast(source, array.type);
  const places = positions(found);
  if (ready.size === 1) LOOPS[array.type].LOOKUPS.fill(array.memory, places, view.offset, ready.memory[ready.offset]);
  else LOOPS[ready.type].LOOKUPS.set(array.memory, places, view.offset, elements(spread(ready, view.shape.toSpliced(at, 0, ...shape))));
}
export function nonzero(array) {
  const values = elements(array), axes = array.shape.map(() => []), strides = wholeStrides(array.shape);
  for (let i = 0; i < values.length; i++) {
    if (!values[i]) continue;
    if (axes.length === 1) axes[0].push(i);
    else for (let axis = 0, rest = i; axis < axes.length; rest %= strides[axis++]) axes[axis].push(Math.floor(rest / strides[axis]));
  }
  return axes.map(places => new View(Float64Array.from(places), "int64", [places.length]));
}
export function take(array, places, out) {
  const all = numbers(places), width = count(array.shape.slice(1)), last = array.shape[0] - 1;
  const target = out ?? make(array.type, [...places.shape, ...array.shape.slice(1)]);
  if (!target.whole) lacks("take into what has gaps");
  LOOPS[array.type].LOOKUPS.take(target.memory, target.offset, elements(array), all, width, last);
  return target;
}


// An index comes as a row of codes: "s" is followed by the three numbers of a slice.
export function parsed(codes) {
  const parts = [];
  for (let i = 0; i < codes.length;) parts.push(codes[i] === "s" ? codes.slice(i, i += 4) : codes[i++]);
  return parts;
}
