/* The loop of random games of `tantrix.kernel.do_random_games`, statement by statement, for comparison.

   It works on the same bytes: the offsets of the fields come from `kernel_limit.py` as macros. Two seats pass
   or draw as the state says; six tiles a hand. No product uses it. */

#include <stdint.h>
#include <string.h>

typedef uint64_t u64;

#define SIZE 4096
#define MASK 4095
#define START 2080
enum { FILL, FREE, REFILL, OVER };
#define DIGIT 31

#define FIELD(kind, name) ((kind *)(s + S_##name))
#define TABLE(kind, name) ((const kind *)(t + T_##name))
#define code FIELD(int16_t, code)
#define digits FIELD(int32_t, digits)
#define laid FIELD(int16_t, turned)
#define spaces FIELD(u64, spaces)
#define forced FIELD(u64, forced)
#define spaces_words (*FIELD(u64, spaces_words))
#define forced_words (*FIELD(u64, forced_words))
#define barred FIELD(u64, barred)
#define counted FIELD(int16_t, counted)
#define counts FIELD(int16_t, counts)
#define far_end FIELD(int16_t, far)
#define lengths FIELD(int16_t, length)
#define best FIELD(int64_t, best)
#define hands FIELD(u64, hands)
#define bag (*FIELD(u64, bag))
#define n_seats (*FIELD(int64_t, n_seats))
#define is_exact (*FIELD(int64_t, is_exact))
#define passes (*FIELD(int64_t, passes))
#define to_play (*FIELD(int64_t, to_play))
#define phase (*FIELD(int64_t, phase))
#define turn (*FIELD(int64_t, turn))
#define stuck (*FIELD(int64_t, stuck))
#define n_laid (*FIELD(int64_t, n_laid))
#define step TABLE(int64_t, step)
#define across TABLE(int64_t, across)
#define power TABLE(int32_t, power)
#define digit TABLE(int32_t, digit)
#define mark (TABLE(uint8_t, mark) + (is_exact & 1) * 15625)

static int below(u64 *rng, int64_t bound) {
    u64 x = *rng;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    *rng = x;
    return (int)(((int64_t)(x >> 40) * bound) >> 24);
}

static inline u64 put_bit(u64 *words, u64 some, int cell, u64 bit) {
    int word = cell >> 6;
    u64 changed = (words[word] & ~(1ull << (cell & 63))) | bit << (cell & 63);
    words[word] = changed;
    return (some & ~(1ull << word)) | (u64)(changed != 0) << word;
}

static inline u64 add_bit(u64 *words, u64 some, int cell, u64 bit) {
    words[cell >> 6] |= bit << (cell & 63);
    return some | bit << (cell >> 6);
}

static void join(char *s, const char *t, int cell, int tile_turned) {
    int tile = tile_turned & ~7;
    int64_t parts = TABLE(int64_t, parts)[tile_turned];
    lengths[512] = lengths[513] = 0;
    for (int place = 18; place < 42; place += 8) {
        int a = parts >> place & 7, b = parts >> (place + 3) & 7, colour = parts >> (place + 6) & 3;
        int beside_a = laid[(cell + step[a]) & MASK], beside_b = laid[(cell + step[b]) & MASK];
        far_end[512] = (int16_t)(tile + a);
        far_end[513] = (int16_t)(tile + b);
        int end_a = beside_a ? ((beside_a - 1) & 504) + (int)across[a] : 512;
        int end_b = beside_b ? ((beside_b - 1) & 504) + (int)across[b] : 513;
        int far_a = far_end[end_a], far_b = far_end[end_b];
        int64_t length = 1 + lengths[end_a] + lengths[end_b];
        if (far_a == end_b) {
            length += 1;
        } else {
            far_end[far_a] = (int16_t)far_b;
            far_end[far_b] = (int16_t)far_a;
            lengths[far_a] = lengths[far_b] = (int16_t)length;
        }
        if (length > best[colour]) best[colour] = length;
    }
}

static void show(char *s, const char *t, int cell, int change) {
    for (int edge = 0; edge < 6; edge++) digits[(cell + step[edge]) & MASK] += change * digit[edge];
}

static void lay(char *s, const char *t, int cell, int tile_turned) {
    int64_t entry = n_laid++, parts = TABLE(int64_t, parts)[tile_turned];
    FIELD(int16_t, log_cell)[entry] = (int16_t)cell;
    FIELD(int16_t, log_turned)[entry] = (int16_t)tile_turned;
    FIELD(int64_t, log_best)[entry] = best[0] | best[1] << 8 | best[2] << 16 | best[3] << 24;
    laid[cell] = (int16_t)(tile_turned + 1);
    u64 some_spaces = put_bit(spaces, spaces_words, cell, 0), some_forced = put_bit(forced, forced_words, cell, 0);
    const uint8_t *marks = mark;
    int shown = marks[code[cell]] & DIGIT, n = 0, changed[8] = {cell, cell}, changes[8] = {0};
    for (int edge = 0; edge < 6; edge++) {
        int beside = (int)(cell + step[edge]) & MASK, before = code[beside], colour = parts >> 3 * edge & 7;
        int now = before + colour * power[edge];
        code[beside] = (int16_t)now;
        digits[beside] += (colour - shown) * digit[edge];
        u64 bit = laid[beside] == 0;
        some_spaces = add_bit(spaces, some_spaces, beside, bit);
        int change = ((marks[now] & DIGIT) - (marks[before] & DIGIT)) * (int)bit;
        changed[n] = beside;
        changes[n] = 2 * change + (marks[now] >> 5 & 1);
        n += change != 0;
    }
    changed[n] = cell;
    changes[n] = 0;
    for (int at = 0; at < (n < 2 ? 2 : n); at++) {
        show(s, t, changed[at], changes[at] >> 1);
        some_forced = put_bit(forced, some_forced, changed[at], changes[at] & 1);
    }
    spaces_words = some_spaces;
    forced_words = some_forced;
    join(s, t, cell, tile_turned);
}

static void find_rays(char *s, const char *t) {
    const uint8_t *marks = TABLE(uint8_t, mark);
    memset(barred, 0, 512);
    for (u64 words = forced_words; words; words &= words - 1) {
        int word = __builtin_ctzll(words);
        for (u64 bits = forced[word]; bits; bits &= bits - 1)
            for (int edge = 0, cell = 64 * word + __builtin_ctzll(bits); edge < 6; edge++) {
                int ahead = (int)(cell + step[edge]) & MASK;
                while (laid[ahead] == 0) {
                    barred[ahead >> 6] |= 1ull << (ahead & 63);
                    if (!(marks[code[ahead]] >> 6)) break;
                    ahead = (int)(ahead + step[edge]) & MASK;
                }
            }
    }
}

static inline const u64 *row(const char *t, int rows, int place, int at) {
    return TABLE(u64, fits) + 8 * (400 * (3 * rows + place) + at);
}

static int count_listed(char *s, const char *t, u64 hand, int n) {
    int total = 0, rows = bag == 0;
    for (int at = 0; at < n; at++) {
        int of = digits[counted[at]];
        const u64 *a = row(t, rows, 0, of & 1023), *b = row(t, rows, 1, of >> 10 & 1023);
        const u64 *c = row(t, rows, 2, of >> 20);
        int here = 0;
        for (int lane = 0; lane < 8; lane++) here += __builtin_popcountll(a[lane] & b[lane] & c[lane] & hand);
        total += here;
        counts[at] = (int16_t)total;
    }
    return total;
}

static int list_cells(char *s, u64 words, const u64 *sets, const u64 *without) {
    int n = 0;
    for (; words; words &= words - 1) {
        int word = __builtin_ctzll(words);
        for (u64 bits = sets[word] & ~without[word]; bits; bits &= bits - 1)
            counted[n++] = (int16_t)(64 * word + __builtin_ctzll(bits));
    }
    return n;
}

static int count_free(char *s, const char *t, u64 hand) {
    memset(barred, 0, 512);
    if (bag && forced_words) {
        find_rays(s, t);
        for (int word = 0; word < 64; word++) barred[word] |= forced[word];
    }
    return count_listed(s, t, hand, list_cells(s, spaces_words, spaces, barred));
}

static int count_fillings(char *s, const char *t, u64 hand) {
    static const u64 none[64];
    if (!forced_words) return 0;
    return count_listed(s, t, hand, list_cells(s, forced_words, forced, none));
}

static int64_t nth_counted(char *s, const char *t, int n) {
    int space = 0, rows = bag == 0, rotation = 0;
    while (counts[space] <= n) space++;
    if (space) n -= counts[space - 1];
    int cell = counted[space], of = digits[cell];
    const u64 *a = row(t, rows, 0, of & 1023), *b = row(t, rows, 1, of >> 10 & 1023), *c = row(t, rows, 2, of >> 20);
    u64 hand = hands[to_play], fitting;
    for (;; rotation++) {
        fitting = a[rotation] & b[rotation] & c[rotation] & hand;
        int here = __builtin_popcountll(fitting);
        if (n < here) break;
        n -= here;
    }
    while (n--) fitting &= fitting - 1;
    return (((int64_t)cell * 8 + rotation) << 6) + __builtin_ctzll(fitting);
}

static void pass_turn(char *s) {
    turn += 1;
    int64_t seat = to_play;
    for (int tried = 0; tried < n_seats; tried++) {
        if (++seat == n_seats) seat = 0;
        if (hands[seat]) {
            to_play = seat;
            phase = FILL;
            return;
        }
    }
    phase = OVER;
}

static void leave_phase(char *s) {
    if (phase == FILL && hands[to_play]) phase = FREE;
    else pass_turn(s);
}

static void break_deadlock(char *s) {
    int n = 0;
    for (int seat = 0; seat < n_seats; seat++) n += hands[seat] != 0;
    if (++stuck >= n || !passes) phase = OVER;
    else pass_turn(s);  /* `settle` is left to the loop: it finds no filling and leaves the phase */
}

static void put(char *s, const char *t, int64_t key, int draw) {
    int64_t entry = n_laid;
    int tile_turned = (int)((key & 63) << 3 | (key >> 6 & 7));
    FIELD(int16_t, log_draw)[entry] = (int16_t)draw;
    FIELD(int64_t, log_turn)[entry] = to_play | phase << 2 | stuck << 4 | turn << 8;
    lay(s, t, (int)(key >> 9), tile_turned);
    hands[to_play] &= ~(1ull << (tile_turned >> 3));
    if (draw >= 0) {
        hands[to_play] |= 1ull << draw;
        bag &= ~(1ull << draw);
    }
    if (phase == FREE) phase = REFILL;
    stuck = 0;
}

static int64_t opening(u64 hand, int nth) {
    for (int rotation = 0;; rotation++)
        for (u64 tiles = hand; tiles; tiles &= tiles - 1)
            if ((rotation < 3 || __builtin_ctzll(tiles) < 56) && nth-- == 0)
                return ((int64_t)(START * 8 + rotation) << 6) + __builtin_ctzll(tiles);
}

static void playout(char *s, const char *t, const int64_t *deck, int n_tiles, u64 *rng) {
    while (phase != OVER) {
        u64 hand = hands[to_play];
        int64_t key;
        if (n_laid == 0) {
            int n = 6 * __builtin_popcountll(hand) - 3 * __builtin_popcountll(hand >> 56);
            key = opening(hand, below(rng, n));
        } else if (phase == FREE) {
            int n = count_free(s, t, hand);
            if (n == 0) {
                break_deadlock(s);
                continue;
            }
            key = nth_counted(s, t, below(rng, n));
        } else {
            int n = count_fillings(s, t, hand);
            if (n == 0) {
                leave_phase(s);
                continue;
            }
            key = nth_counted(s, t, below(rng, n));
        }
        int left = __builtin_popcountll(bag);
        put(s, t, key, left ? (int)deck[n_tiles - left] : -1);
    }
}

static void deal(char *s, int64_t *deck, int n_tiles, u64 *rng) {
    for (int last = n_tiles - 1; last > 0; last--) {
        int other = below(rng, last + 1);
        int64_t tile = deck[last];
        deck[last] = deck[other];
        deck[other] = tile;
    }
    int at = 0;
    int64_t top = -1;
    for (int seat = 0; seat < n_seats; seat++)
        for (int place = 0; place < 6; place++, at++) {
            hands[seat] |= 1ull << deck[at];
            if (deck[at] > top) {
                top = deck[at];
                to_play = seat;
            }
        }
    for (; at < n_tiles; at++) bag |= 1ull << deck[at];
}

static u64 rotated(u64 words, int by) {
    return words << by | words >> (64 - by);
}

static void clear(char *s) {
    u64 words = spaces_words;
    for (int entry = 0; entry < n_laid; entry++) words |= 1ull << (FIELD(int16_t, log_cell)[entry] >> 6);
    u64 near = words;
    for (int by = 1; by < 6; by += by == 1 ? 3 : 1) near |= rotated(words, by) | rotated(words, 64 - by);
    for (; near; near &= near - 1) memset(digits + 64 * __builtin_ctzll(near), 0, 256);
    for (; words; words &= words - 1) {
        memset(code + 64 * __builtin_ctzll(words), 0, 128);
        memset(laid + 64 * __builtin_ctzll(words), 0, 128);
    }
    memset(spaces, 0, 512);
    memset(forced, 0, 512);
    memset(best, 0, 32);
    memset(hands, 0, 32);
    spaces_words = forced_words = bag = 0;
    to_play = turn = stuck = n_laid = 0;
    phase = FREE;
}

int64_t random_games(char *s, const char *t, int64_t *deck, int64_t n_tiles, u64 *rng, int64_t n_games) {
    int64_t total = 0;
    for (int64_t game = 0; game < n_games; game++) {
        clear(s);
        deal(s, deck, (int)n_tiles, rng);
        playout(s, t, deck, (int)n_tiles, rng);
        total += n_laid;
    }
    return total;
}
