// The loops over numbers behind the stand-in for numpy: each does one thing to runs of elements, whatever their type.
// A run is an array, where it begins, and how far its elements are apart. Elements are numbers, or BigInts in both.
"use strict";

// Of two runs: o = a ∘ b.
export const BINARY = {
  add(o, i, p, a, j, q, b, k, r, n) { for (; n--; i += p, j += q, k += r) o[i] = a[j] + b[k]; },
  subtract(o, i, p, a, j, q, b, k, r, n) { for (; n--; i += p, j += q, k += r) o[i] = a[j] - b[k]; },
  multiply(o, i, p, a, j, q, b, k, r, n) { for (; n--; i += p, j += q, k += r) o[i] = a[j] * b[k]; },
  divide(o, i, p, a, j, q, b, k, r, n) { for (; n--; i += p, j += q, k += r) o[i] = a[j] / b[k]; },
  power(o, i, p, a, j, q, b, k, r, n) { for (; n--; i += p, j += q, k += r) o[i] = a[j] ** b[k]; },
  floor_divide(o, i, p, a, j, q, b, k, r, n) { for (; n--; i += p, j += q, k += r) o[i] = Math.floor(a[j] / b[k]); },
  remainder(o, i, p, a, j, q, b, k, r, n) { for (; n--; i += p, j += q, k += r) o[i] = a[j] - b[k] * Math.floor(a[j] / b[k]); },
  maximum(o, i, p, a, j, q, b, k, r, n) { for (; n--; i += p, j += q, k += r) o[i] = a[j] > b[k] ? a[j] : b[k]; },
  minimum(o, i, p, a, j, q, b, k, r, n) { for (; n--; i += p, j += q, k += r) o[i] = a[j] < b[k] ? a[j] : b[k]; },
  bitwise_and(o, i, p, a, j, q, b, k, r, n) { for (; n--; i += p, j += q, k += r) o[i] = a[j] & b[k]; },
  bitwise_or(o, i, p, a, j, q, b, k, r, n) { for (; n--; i += p, j += q, k += r) o[i] = a[j] | b[k]; },
  bitwise_xor(o, i, p, a, j, q, b, k, r, n) { for (; n--; i += p, j += q, k += r) o[i] = a[j] ^ b[k]; },
  left_shift(o, i, p, a, j, q, b, k, r, n) { for (; n--; i += p, j += q, k += r) o[i] = a[j] << b[k]; },
  right_shift(o, i, p, a, j, q, b, k, r, n) { for (; n--; i += p, j += q, k += r) o[i] = a[j] >> b[k]; },
  less(o, i, p, a, j, q, b, k, r, n) { for (; n--; i += p, j += q, k += r) o[i] = a[j] < b[k]; },
  less_equal(o, i, p, a, j, q, b, k, r, n) { for (; n--; i += p, j += q, k += r) o[i] = a[j] <= b[k]; },
  greater(o, i, p, a, j, q, b, k, r, n) { for (; n--; i += p, j += q, k += r) o[i] = a[j] > b[k]; },
  greater_equal(o, i, p, a, j, q, b, k, r, n) { for (; n--; i += p, j += q, k += r) o[i] = a[j] >= b[k]; },
  equal(o, i, p, a, j, q, b, k, r, n) { for (; n--; i += p, j += q, k += r) o[i] = a[j] === b[k]; },
  not_equal(o, i, p, a, j, q, b, k, r, n) { for (; n--; i += p, j += q, k += r) o[i] = a[j] !== b[k]; },
  scale(o, i, p, a, j, q, b, k, r, n) { for (; n--; i += p, j += q, k += r) o[i] = a[j] * 2 ** b[k]; },
  // Writes only where the first run is not nought.
  copy_where(o, i, p, a, j, q, b, k, r, n) { for (; n--; i += p, j += q, k += r) if (a[j]) o[i] = b[k]; },
};
// Of numbers of eight bytes as pairs of four bytes, which is many times as fast as by BigInts.
export const LANES = {
  add(o, i, p, a, j, q, b, k, r, n) {
    for (; n--; i += p, j += q, k += r) {
      const low = a[j] + b[k];
      o[i + 1] = a[j + 1] + b[k + 1] + (low > 0xffffffff ? 1 : 0);
      o[i] = low;
    }
  },
  multiply(o, i, p, a, j, q, b, k, r, n) {
    for (; n--; i += p, j += q, k += r) {
      const x = a[j], y = b[k], s = x & 0xffff, t = x >>> 16, u = y & 0xffff, v = y >>> 16;
      const middle = s * v + (s * u >>> 16), other = t * u + middle % 65536;
      const high = t * v + Math.floor(middle / 65536) + Math.floor(other / 65536);
      o[i + 1] = high + Math.imul(x, b[k + 1]) + Math.imul(a[j + 1], y);
      o[i] = Math.imul(x, y);
    }
  },
  bitwise_and(o, i, p, a, j, q, b, k, r, n) { for (; n--; i += p, j += q, k += r) o[i] = a[j] & b[k], o[i + 1] = a[j + 1] & b[k + 1]; },
  bitwise_or(o, i, p, a, j, q, b, k, r, n) { for (; n--; i += p, j += q, k += r) o[i] = a[j] | b[k], o[i + 1] = a[j + 1] | b[k + 1]; },
  bitwise_xor(o, i, p, a, j, q, b, k, r, n) { for (; n--; i += p, j += q, k += r) o[i] = a[j] ^ b[k], o[i + 1] = a[j + 1] ^ b[k + 1]; },
  right_shift(o, i, p, a, j, q, b, k, r, n, signed) {
    for (; n--; i += p, j += q, k += r) {
      const low = a[j], high = a[j + 1], shift = b[k], above = signed ? (high | 0) >> 31 : 0;
      if (shift > 31) o[i] = signed ? (high | 0) >> Math.min(shift - 32, 31) : shift < 64 ? high >>> shift - 32 : 0, o[i + 1] = above;
      else o[i] = shift ? low >>> shift | high << 32 - shift : low, o[i + 1] = signed ? (high | 0) >> shift : high >>> shift;
    }
  },
  left_shift(o, i, p, a, j, q, b, k, r, n) {
    for (; n--; i += p, j += q, k += r) {
      const low = a[j], high = a[j + 1], shift = b[k];
      if (shift > 31) o[i] = 0, o[i + 1] = shift < 64 ? low << shift - 32 : 0;
      else o[i] = low << shift, o[i + 1] = shift ? high << shift | low >>> 32 - shift : high;
    }
  },
};
export function numbersOfLanes(lanes) {
  const numbers = new Float64Array(lanes.length / 2);
  for (let i = 0, j = 0; i < numbers.length; i++, j += 2) numbers[i] = (lanes[j + 1] | 0) * 4294967296 + lanes[j];
  return numbers;
}
// The nearest whole number, of two the even one.
function rint(x) {
  const below = Math.floor(x), rest = x - below;
  return rest < .5 || rest === .5 && below % 2 === 0 ? below : below + 1;
}
// Of one run: o = f(a), with a number that some want.
export const UNARY = {
  copy(o, i, p, a, j, q, n) { for (; n--; i += p, j += q) o[i] = a[j]; },
  to_number(o, i, p, a, j, q, n) { for (; n--; i += p, j += q) o[i] = Number(a[j]); },
  to_big(o, i, p, a, j, q, n) { for (; n--; i += p, j += q) o[i] = BigInt(Math.trunc(a[j])); },
  to_bool(o, i, p, a, j, q, n) { for (; n--; i += p, j += q) o[i] = a[j] ? 1 : 0; },
  to_half(o, i, p, a, j, q, n) { for (; n--; i += p, j += q) o[i] = fromHalf(toHalf(a[j])); },
  negative(o, i, p, a, j, q, n) { for (; n--; i += p, j += q) o[i] = -a[j]; },
  invert(o, i, p, a, j, q, n) { for (; n--; i += p, j += q) o[i] = ~a[j]; },
  logical_not(o, i, p, a, j, q, n) { for (; n--; i += p, j += q) o[i] = a[j] ? 0 : 1; },
  absolute(o, i, p, a, j, q, n) { for (; n--; i += p, j += q) o[i] = Math.abs(a[j]); },
  sqrt(o, i, p, a, j, q, n) { for (; n--; i += p, j += q) o[i] = Math.sqrt(a[j]); },
  exp(o, i, p, a, j, q, n) { for (; n--; i += p, j += q) o[i] = Math.exp(a[j]); },
  reciprocal(o, i, p, a, j, q, n) { for (; n--; i += p, j += q) o[i] = 1 / a[j]; },
  rint(o, i, p, a, j, q, n) { for (; n--; i += p, j += q) o[i] = rint(a[j]); },
};
// Of one run a number; `x` is what it begins with.
export const REDUCTIONS = {
  sum(a, j, q, n, x) { for (; n--; j += q) x += a[j]; return x; },
  prod(a, j, q, n, x) { for (; n--; j += q) x *= a[j]; return x; },
  max(a, j, q, n, x) { for (; n--; j += q) if (a[j] > x) x = a[j]; return x; },
  min(a, j, q, n, x) { for (; n--; j += q) if (a[j] < x) x = a[j]; return x; },
  any(a, j, q, n) { for (; n--; j += q) if (a[j]) return 1; return 0; },
  all(a, j, q, n) { for (; n--; j += q) if (!a[j]) return 0; return 1; },
  argmax(a, j, q, n) {
    let best = a[j], place = 0;
    for (let i = 1; i < n; i++) if (a[j += q] > best) best = a[j], place = i;
    return place;
  },
  bitwise_or(a, j, q, n, x) { for (; n--; j += q) x |= a[j]; return x; },
};

// Of elements that lie at places, from the one at `base` on.
export const LOOKUPS = {
  get(o, a, places, base) { for (let i = 0; i < places.length; i++) o[i] = a[base + places[i]]; },
  set(o, places, base, a) { for (let i = 0; i < places.length; i++) o[base + places[i]] = a[i]; },
  take(o, i, a, places, width, last) {
    for (let k = 0; k < places.length; k++)
      for (let j = Math.min(Math.max(places[k], 0), last) * width, end = j + width; j < end; j++) o[i++] = a[j];
  },
  fill(o, places, base, x) { for (let i = 0; i < places.length; i++) o[base + places[i]] = x; },
};

// Half precision, as files of nets have it.
const four = new Float32Array(1), bits = new Uint32Array(four.buffer);
export function fromHalf(half) {
  const sign = half & 0x8000 ? -1 : 1, exponent = half >> 10 & 31, part = half & 1023;
  return sign * (exponent === 31 ? part ? NaN : Infinity : exponent ? 2 ** (exponent - 25) * (1024 + part) : part * 2 ** -24);
}
export function toHalf(value) {
  four[0] = value;
  const sign = bits[0] >>> 16 & 0x8000, size = Math.abs(four[0]);
  if (size !== size) return sign | 0x7e00;
  if (size >= 65520) return sign | 0x7c00;
  if (size < 2 ** -14) return sign | rint(size * 2 ** 24);
  const exponent = (bits[0] >>> 23 & 255) - 127;
  return sign | (exponent + 14 << 10) + rint(size * 2 ** (10 - exponent));
}

// Rows of `left` by the columns of `right`, both without gaps; what is nought on the left costs nothing.
export function multiplyMatrices(o, a, b, rows, inner, columns) {
  const sums = new Float64Array(columns);
  for (let i = 0; i < rows; i++) {
    sums.fill(0);
    for (let k = 0, at = i * inner; k < inner; k++, at++) {
      const x = a[at];
      if (x === 0) continue;
      for (let j = 0, from = k * columns; j < columns; j++, from++) sums[j] += x * b[from];
    }
    o.set(sums, i * columns);
  }
}

// How the rows of keys are ordered, the last key first of all; equal ones stay as they are.
export function order(keys) {
  const places = Uint32Array.from(keys[0], (_, i) => i), ranked = keys.flatMap(halves).reverse();
  return places.sort((i, j) => {
    for (const key of ranked) if (key[i] !== key[j]) return key[i] < key[j] ? -1 : 1;
    return i - j;
  });
}
// A key of numbers of eight bytes as two of numbers that are compared sooner.
function halves(key) {
  if (!(key instanceof BigUint64Array)) return [key];
  const words = new Uint32Array(key.buffer, key.byteOffset, 2 * key.length);
  return [0, 1].map(half => Uint32Array.from(key, (_, i) => words[2 * i + half]));
}
