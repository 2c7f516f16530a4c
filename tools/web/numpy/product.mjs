// The product of two matrices of floats of four bytes, by a function of WebAssembly that adds up sixteen columns at a
// time. It is written here byte by byte; where a browser lacks such instructions, `multiply` is null.
"use strict";

// Numbers as WebAssembly writes them: seven bits a byte, the lowest first.
function leb(value) {
  const bytes = [];
  for (; value > 127; value >>>= 7) bytes.push(value & 127 | 128);
  return [...bytes, value];
}
const I32 = 0x7f, F32 = 0x7d, V128 = 0x7b, NOTHING = 0x40, ALIGNED = 2;
const get = local => [0x20, local], set = local => [0x21, local], constant = value => [0x41, ...leb(value)];
const loop = (...code) => [0x03, NOTHING, ...code.flat(), 0x0b], block = (...code) => [0x02, NOTHING, ...code.flat(), 0x0b];
const next = depth => [0x0c, depth], nextIf = depth => [0x0d, depth];
const ADD = [0x6a], SUBTRACT = [0x6b], SHIFT = [0x74], LESS = [0x49], AT_LEAST = [0x4f], NOT_EQUAL = [0x5c];
const loadWord = offset => [0x28, ALIGNED, offset], loadFloat = [0x2a, ALIGNED, 0], storeWord = [0x36, ALIGNED, 0], storeFloat = [0x38, ALIGNED, 4];
const simd = (...code) => [0xfd, ...code];
const loadFour = offset => simd(0x00, ALIGNED, offset), storeFour = offset => simd(0x0b, ALIGNED, offset), spread = simd(0x09, ALIGNED, 4);
const noughts = simd(0x0c, ...new Array(16).fill(0)), addFours = simd(...leb(0xe4)), multiplyFours = simd(...leb(0xe6));

const [A, B, O, ROWS, INNER, WIDTH, LIST, K, END, PAIR, COLUMN, FROM, S, X, VALUE] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 16, 17];
const step = (local, by) => [...get(local), ...by, ...ADD, ...set(local)];
const FOURS = [0, 1, 2, 3], TILE = 64;
const BODY = loop(
  // The elements of a row of A that are not nought, listed: the row of B that each belongs to, and its value.
  constant(0), set(K), get(LIST), set(END), get(B), set(FROM),
  loop(
    get(A), loadFloat, set(VALUE),
    get(END), get(FROM), storeWord, get(END), get(VALUE), storeFloat,
    get(VALUE), [0x43, 0, 0, 0, 0], NOT_EQUAL, constant(3), SHIFT, get(END), ADD, set(END),
    step(A, constant(4)), step(FROM, get(WIDTH)), step(K, constant(1)),
    get(K), get(INNER), LESS, nextIf(0),
  ),
  // Sixteen columns after the other, the sums of the list.
  constant(0), set(COLUMN),
  loop(
    FOURS.flatMap(i => [...noughts, ...set(S + i)]), get(LIST), set(PAIR),
    block(loop(
      get(PAIR), get(END), AT_LEAST, nextIf(1),
      get(PAIR), spread, set(X), get(PAIR), loadWord(0), get(COLUMN), ADD, set(FROM),
      FOURS.flatMap(i => [...get(S + i), ...get(X), ...get(FROM), ...loadFour(16 * i), ...multiplyFours, ...addFours, ...set(S + i)]),
      step(PAIR, constant(8)), next(0),
    )),
    get(O), get(COLUMN), ADD, set(FROM),
    FOURS.flatMap(i => [...get(FROM), ...get(S + i), ...storeFour(16 * i)]),
    step(COLUMN, [0x41, TILE | 0x80, 0]), get(COLUMN), get(WIDTH), LESS, nextIf(0),
  ),
  step(O, get(WIDTH)),
  get(ROWS), constant(1), SUBTRACT, set(ROWS), get(ROWS), nextIf(0),
);
const section = (number, content) => [number, ...leb(content.length), ...content];
const locals = [[5, I32], [5, V128], [1, F32]], code = [locals.length, ...locals.flat(), ...BODY, 0x0b];
const BYTES = Uint8Array.from([
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
  ...section(1, [1, 0x60, 7, ...new Array(7).fill(I32), 0]), ...section(3, [1, 0]), ...section(5, [1, 0, 1]),
  ...section(7, [2, 1, 0x6d, 2, 0, 1, 0x66, 0, 0]), ...section(10, [1, ...leb(code.length), ...code]),
]);

function prepare() {
  const {m: memory, f: product} = new WebAssembly.Instance(new WebAssembly.Module(BYTES)).exports;
  return (o, a, b, rows, inner, columns) => {
    const width = Math.ceil(columns / 16) * 16, places = [0];
    for (const size of [a.length, inner * width, rows * width, 2 * inner + 2]) places.push(places.at(-1) + Math.ceil(size / 4) * 4);
    const [atA, atB, atO, atList, end] = places, missing = 4 * end - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / 65536));
    const floats = new Float32Array(memory.buffer);
    floats.set(a, atA);
    if (width === columns) floats.set(b, atB);
    else for (let k = 0; k < inner; k++) floats.fill(0, atB + k * width, atB + (k + 1) * width).set(b.subarray(k * columns, (k + 1) * columns), atB + k * width);
    product(4 * atA, 4 * atB, 4 * atO, rows, inner, 4 * width, 4 * atList);
    if (width === columns) o.set(floats.subarray(atO, atO + rows * width));
    else for (let i = 0; i < rows; i++) o.set(floats.subarray(atO + i * width, atO + i * width + columns), i * columns);
  };
}
export const multiply = WebAssembly.validate(BYTES) ? prepare() : null;
