// The plays of all throws of many boards, and what a net sees of a board, for a GPU or a processor.
//
// nvcc makes kernels of this, g++ loops (`boards.py`). A board is a row of 26 counts as in
// kotra_notation/engine/many_plays.py. All plays of a board are asked for at once: item `throw * n + board`
// is one throw of one board, in the order of THROWS. Tests hold the results to the engine's own.

#include <cstdint>

#ifdef __CUDACC__
#include <cuda_fp16.h>
typedef __half real;
#define HD __host__ __device__
#define FOR_EACH(i, count) \
  int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; \
  if (i < count)
#define KERNEL __global__ void
#define RUN(kernel, count, block, ...) \
  if (count > 0) kernel<<<((count) + block - 1) / block, block>>>(__VA_ARGS__); \
  return (int)cudaGetLastError()
#else
typedef float real;
#define HD inline
#define FOR_EACH(i, count) for (int64_t i = 0; i < count; i++)
#define KERNEL static void
#define RUN(kernel, count, block, ...) \
  kernel(__VA_ARGS__); \
  return 0
#endif

enum { BAR = 25, WIDTH = 26, THROWS = 21 };
enum { CONTACT, RACE, OVER };

HD int bits_in(uint32_t bits) {
  int count = 0;
  for (; bits; bits &= bits - 1) count++;
  return count;
}

HD int highest(uint32_t bits) {
#ifdef __CUDA_ARCH__
  return 31 - __clz(bits);
#else
  return bits ? 31 - __builtin_clz(bits) : -1;
#endif
}

// The side on roll: four bits for each point up to its bar, a bit for each point that it holds or where the
// other side has one checker, or more. Small enough for registers.
struct Side {
  uint64_t low, high;
  uint32_t own, blots, walls;

  HD static Side of(const int8_t* b) {
    Side side = {0, 0, 0, 0, 0};
    for (int i = 0; i <= BAR; i++) {
      if (b[i] > 0) {
        (i < 16 ? side.low : side.high) |= (uint64_t)b[i] << 4 * (i & 15);
        side.own |= 1u << i;
      }
      if (i && b[i] == -1) side.blots |= 1u << i;
      if (i && b[i] <= -2) side.walls |= 1u << i;
    }
    return side;
  }

  HD int men(int point) const { return (point < 16 ? low : high) >> 4 * (point & 15) & 15; }

  HD bool can_step(int source, int die) const {
    if (!(own >> source & 1)) return false;
    int top = highest(own), target = source - die;
    if (top == BAR && source != BAR) return false;
    if (target >= 1) return !(walls >> target & 1);
    return top <= 6 && (target == 0 || source == top);
  }

  HD Side step(int source, int die) const {
    Side after = *this;
    (source < 16 ? after.low : after.high) -= 1ull << 4 * (source & 15);
    if (!after.men(source)) after.own &= ~(1u << source);
    int target = source - die;
    if (target > 0) {
      (target < 16 ? after.low : after.high) += 1ull << 4 * (target & 15);
      after.own |= 1u << target;
      after.blots &= ~(1u << target);
    }
    return after;
  }

  HD bool is(const Side& other) const {
    return low == other.low && high == other.high && blots == other.blots;
  }
};

// Counts plays, or writes the boards behind them as the other side sees them.
struct Plays {
  const int8_t* from;
  int8_t* boards;  // null: only counts
  uint8_t* kinds;
  int32_t* items;
  int64_t place;
  int32_t item;
  int count;

  HD void add(const Side& before, const Side& side) {
    if (boards) {
      int8_t* to = boards + (place + count) * WIDTH;
      uint32_t hit = before.blots & ~side.blots, theirs = 0;
      for (int i = 0; i <= BAR; i++) {
        int other = from[i] < 0 && !(hit >> i & 1) ? -from[i] : 0;
        if (i == 0) other += bits_in(hit);
        if (other) theirs |= 1u << i;
        to[BAR - i] = other - side.men(i);
      }
      int low = highest(theirs & (0 - theirs));
      bool race = highest(side.own) < (theirs ? low : WIDTH);
      kinds[place + count] = !side.own ? OVER : race ? RACE : CONTACT;
      items[place + count] = item;
    }
    count++;
  }
};

// Equal dice: steps from the highest point down, so that no board comes twice; as many as can be made.
template <int DEPTH>
HD int longest_way(const Side& side, int die, int first) {
  int longest = 0;
  for (int source = first; source > 0 && longest < DEPTH; source--) {
    if (!side.can_step(source, die)) continue;
    int way = 1 + longest_way<DEPTH - 1>(side.step(source, die), die, source);
    if (way > longest) longest = way;
  }
  return longest;
}
template <>
HD int longest_way<0>(const Side&, int, int) {
  return 0;
}

template <int DEPTH>
HD void ways(const Side& before, const Side& side, int die, int first, int left, Plays& plays) {
  if (left == 0 || !side.own) {
    plays.add(before, side);
    return;
  }
  for (int source = first; source > 0; source--)
    if (side.can_step(source, die))
      ways<DEPTH - 1>(before, side.step(source, die), die, source, left - 1, plays);
}
template <>
HD void ways<0>(const Side& before, const Side& side, int, int, int, Plays& plays) {
  plays.add(before, side);
}

// Whether the higher die first, from one point, then the lower from another, leads to the same.
HD bool same_by_high(const Side& side, int high, int low, int one, int other, const Side& after) {
  if (other <= 0 || other > one || !side.can_step(one, high)) return false;
  Side first = side.step(one, high);
  return first.can_step(other, low) && first.step(other, low).is(after);
}

// First both dice, the second step from no higher point; if that is impossible one die, the higher if it can.
HD void two_dice(const Side& side, int high, int low, Plays& plays) {
  bool single[2] = {false, false}, both = false, ended = false;
  for (int order = 0; order < 2; order++) {
    int die = order ? low : high, other = order ? high : low;
    for (int source = BAR; source > 0; source--) {
      if (!side.can_step(source, die)) continue;
      single[order] = true;
      Side first = side.step(source, die);
      if (!first.own) {
        if (!ended) plays.add(side, first);
        ended = true;
      }
      for (int second = source; second > 0; second--) {
        if (!first.can_step(second, other)) continue;
        both = true;
        Side after = first.step(second, other);
        if (!after.own) {
          if (!ended) plays.add(side, after);
          ended = true;
        } else if (!order || !(same_by_high(side, high, low, source, second, after) ||
                               same_by_high(side, high, low, source, source - high, after))) {
          plays.add(side, after);
        }
      }
    }
  }
  int die = single[0] ? high : low;
  if (!both && (single[0] || single[1]))
    for (int source = BAR; source > 0; source--)
      if (side.can_step(source, die)) {
        Side after = side.step(source, die);
        if (after.own) plays.add(side, after);
      }
  if (plays.count == 0) plays.add(side, side);
}

HD void all_plays(const int8_t* boards, int64_t n, int64_t item, Plays& plays) {
  plays.from = boards + item % n * WIDTH;
  plays.item = (int32_t)item;
  int number = (int)(item / n), high = 1;
  while (high * (high + 1) / 2 <= number) high++;
  int low = number - high * (high - 1) / 2 + 1;
  Side side = Side::of(plays.from);
  if (high == low)
    ways<4>(side, side, high, BAR, longest_way<4>(side, high, BAR), plays);
  else
    two_dice(side, high, low, plays);
}

KERNEL count_kernel(const int8_t* boards, int64_t n, int32_t* counts) {
  FOR_EACH(i, n * THROWS) {
    Plays plays = {nullptr, nullptr, nullptr, nullptr, 0, 0, 0};
    all_plays(boards, n, i, plays);
    counts[i] = plays.count;
  }
}

KERNEL write_kernel(const int8_t* boards, int64_t n, const int64_t* begins, int8_t* after, uint8_t* kinds,
                    int32_t* items) {
  FOR_EACH(i, n * THROWS) {
    Plays plays = {nullptr, after, kinds, items, begins[i], 0, 0};
    all_plays(boards, n, i, plays);
  }
}

// Of each run of worths the places of the greatest, the first of equals first; -1 where there are fewer.
KERNEL best_kernel(const int64_t* begins, const int32_t* counts, int64_t runs, const float* worths, int most,
                   int64_t* best) {
  FOR_EACH(i, runs) {
    int64_t* top = best + i * most;
    int have = 0;
    for (int64_t row = begins[i]; row < begins[i] + counts[i]; row++) {
      int place = have < most ? have++ : most - 1;
      if (place == most - 1 && have == most && top[place] >= 0 && worths[top[place]] >= worths[row]) continue;
      while (place > 0 && worths[top[place - 1]] < worths[row]) {
        top[place] = top[place - 1];
        place--;
      }
      top[place] = row;
    }
  }
}

// What is looked up in kotra_notation/engine/threats.py.
struct Tables {
  const int32_t *by_one_die, *by_both, *entering;
  const float *blocked, *unequal, *equal;
};

enum { UNITS = 8, HOME = 6, AHEAD = 12, DEEP = 19, UNEQUAL = 15, HITS = 25, WALLS = BAR + BAR - DEEP + 1 };

HD real units_of(int men, int unit) {
  if (unit >= 4) {
    men = -men;
    unit -= 4;
  }
  return (real)(unit < 3 ? (men > unit ? 1.f : 0.f) : (men > 3 ? (men - 3) * .5f : 0.f));
}

HD float share(const Tables& tables, int32_t throws) {
  return tables.unequal[throws & ((1 << UNEQUAL) - 1)] + tables.equal[throws >> UNEQUAL];
}

HD void threats_of(const int8_t* b, const Tables& tables, real* seen) {
  int32_t own = 0, wall = 0, any = 0;
  for (int i = 0; i < WIDTH; i++) {
    own |= (b[i] > 0) << i;
    wall |= (b[i] <= -2) << i;
  }
  int waiting = b[BAR];
  for (int point = 1; point < BAR; point++) {
    real& hit = seen[point - 1];
    hit = (real)0.f;
    if (b[point] != -1) continue;
    int behind = point + 1;
    int32_t men = (waiting > 0 ? 1 << BAR : own) >> behind, shut = wall >> behind;
    int32_t found = tables.by_one_die[men & 63] | tables.by_both[(men >> 2 & 511) << 6 | (shut & 63)];
    for (int die = 1; die <= HOME; die++) {
      int32_t twice = men >> (2 * die - 1), thrice = men >> (3 * die - 1), four = men >> (4 * die - 1);
      int32_t two = ~(shut >> (2 * die - 1)), three = ~(shut >> (3 * die - 1));
      int32_t way = (twice | (thrice & two) | (four & two & three)) & ~(shut >> (die - 1)) & 1;
      found |= way << (UNEQUAL + die - 1);
    }
    if (waiting == 1) {
      int32_t others = (own & ~(1 << BAR)) >> behind, entry = 0;
      for (int i = 0; i < HOME; i++) entry |= (b[BAR - 1 - i] > -2) << i;
      found |= tables.entering[entry << 6 | (others & 63)];
    }
    hit = (real)share(tables, found);
    any |= found;
  }
  seen[HITS - 1] = (real)share(tables, any);
  int32_t before = 0;
  for (int i = 0; i < BAR; i++) before |= (b[BAR - i] <= -2) << i;
  for (int point = 1; point <= BAR; point++) {
    float held = tables.blocked[before >> (BAR + 1 - point) & ((1 << AHEAD) - 1)];
    seen[HITS + point - 1] = (real)(b[point] > 0 ? held : 0.f);
    if (point >= DEEP) seen[HITS + BAR + point - DEEP] = (real)held;
  }
}

HD void inputs_of(const int8_t* b, const Tables& tables, real* seen, int width) {
  for (int k = 0; k < WIDTH * UNITS; k++) seen[k] = units_of(b[k / UNITS], k % UNITS);
  threats_of(b, tables, seen + WIDTH * UNITS);
  int8_t other[WIDTH];
  for (int k = 0; k < WIDTH; k++) other[k] = -b[BAR - k];
  threats_of(other, tables, seen + WIDTH * UNITS + HITS + WALLS);
  for (int k = WIDTH * UNITS + 2 * (HITS + WALLS); k < width; k++) seen[k] = (real)0.f;
}

#ifdef __CUDACC__
// Each block writes to memory that its threads share, then together to the whole: in a row, as memory likes.
enum { BLOCK = 64, MOST_INPUTS = 330 };
KERNEL inputs_kernel(const int8_t* boards, const int64_t* rows, int64_t count, Tables tables, real* inputs,
                     int width) {
  __shared__ real seen[BLOCK * MOST_INPUTS];
  int64_t begin = blockIdx.x * (int64_t)BLOCK;
  int have = (int)(count - begin < BLOCK ? count - begin : BLOCK);
  if (threadIdx.x < have)
    inputs_of(boards + rows[begin + threadIdx.x] * WIDTH, tables, seen + threadIdx.x * MOST_INPUTS, width);
  __syncthreads();
  for (int k = threadIdx.x; k < have * width / 2; k += BLOCK) {
    int row = k / (width / 2), column = k % (width / 2);
    reinterpret_cast<__half2*>(inputs + begin * width)[k] =
        reinterpret_cast<__half2*>(seen + row * MOST_INPUTS)[column];
  }
}
#else
static void inputs_kernel(const int8_t* boards, const int64_t* rows, int64_t count, Tables tables, real* inputs,
                          int width) {
  for (int64_t i = 0; i < count; i++)
    inputs_of(boards + rows[i] * WIDTH, tables, inputs + i * width, width);
}
enum { BLOCK = 1 };
#endif

extern "C" {
int count_plays(const int8_t* boards, int64_t n, int32_t* counts) {
  RUN(count_kernel, n * THROWS, 128, boards, n, counts);
}
int write_plays(const int8_t* boards, int64_t n, const int64_t* begins, int8_t* after, uint8_t* kinds,
                int32_t* items) {
  RUN(write_kernel, n * THROWS, 128, boards, n, begins, after, kinds, items);
}
int best_places(const int64_t* begins, const int32_t* counts, int64_t runs, const float* worths, int most,
                int64_t* best) {
  RUN(best_kernel, runs, 128, begins, counts, runs, worths, most, best);
}
int net_inputs(const int8_t* boards, const int64_t* rows, int64_t count, const int32_t* by_one_die,
               const int32_t* by_both, const int32_t* entering, const float* blocked, const float* unequal,
               const float* equal, real* inputs, int64_t width) {
  Tables tables = {by_one_die, by_both, entering, blocked, unequal, equal};
  RUN(inputs_kernel, count, BLOCK, boards, rows, count, tables, inputs, (int)width);
}
}
