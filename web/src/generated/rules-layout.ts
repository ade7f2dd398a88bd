// Written by scripts/make_wasm.py. Do not edit.
// Sources: 7578be040654a553c0d72ea7c5d671940e2fa51612bfc9e53946d13d7796a61d

export const N_PAGES = 25;
export const STACK_TOP = 65536;
export const START = 2080;
export const STRIDE = 285;
export const SIZE = 4096;
export const STATE_SIZE = 39032;
export const LINE = 66;
export const MAX_TILES = 256;
export const TOO_WIDE = 7;
export const COLOUR_LETTERS = "RYGB";
export const VERDICTS = ["LEGAL", "GAME_OVER", "NOT_IN_HAND", "OCCUPIED", "DETACHED", "MISMATCH", "FORCED_FIRST", "TRIPLE", "FOURTH_SIDE", "CONTROLLED"] as const;
export const PHASES = ["fill", "free", "refill", "over"] as const;
export const ADDRESSES = {
  state: 65536,
  tables: 104576,
  keys: 1355712,
  answers: 1388480,
  words: 1421248,
  lines: 1421760,
  deck: 1423872,
  rng: 1424320,
  tiles: 1424384,
  strands: 1440768,
  shape: 1440896,
  work: 1444992,
} as const;
export const FIELDS = {
  code: 0,
  spaces: 8192,
  digits: 8704,
  forced: 25088,
  turned: 25600,
  barred: 33792,
  spaces_words: 34304,
  forced_words: 34312,
  counted: 34320,
  counts: 34832,
  changed: 35344,
  changes: 35360,
  far: 35376,
  length: 36416,
  best: 37456,
  hands: 37488,
  bag: 37520,
  colours: 37528,
  n_seats: 37560,
  is_exact: 37568,
  passes: 37576,
  to_play: 37584,
  phase: 37592,
  turn: 37600,
  stuck: 37608,
  n_laid: 37616,
  log_cell: 37624,
  log_turned: 37752,
  log_draw: 37880,
  log_best: 38008,
  log_turn: 38520,
} as const;
export const FIT = 104576;
