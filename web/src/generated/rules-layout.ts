// Written by scripts/make_rules.py. Do not edit.
// Sources: 26947117fa20af5df885c95cbd4f2489e0331008e77b6bc123a9949041598a8a

export const N_PAGES = 22;
export const STACK_TOP = 65536;
export const START = 2080;
export const STRIDE = 285;
export const SIZE = 4096;
export const STATE_SIZE = 26784;
export const LINE = 66;
export const MAX_TILES = 256;
export const TOO_WIDE = 7;
export const COLOUR_LETTERS = "RYGB";
export const VERDICTS = ["LEGAL", "GAME_OVER", "NOT_IN_HAND", "OCCUPIED", "DETACHED", "MISMATCH", "FORCED_FIRST", "TRIPLE", "FOURTH_SIDE", "CONTROLLED"] as const;
export const PHASES = ["fill", "free", "refill", "over"] as const;
export const ADDRESSES = {
  state: 65536,
  tables: 92352,
  keys: 1170112,
  answers: 1202880,
  words: 1235648,
  lines: 1236160,
  deck: 1238272,
  rng: 1238720,
  tiles: 1238784,
  strands: 1255168,
  shape: 1255296,
  work: 1259392,
} as const;
export const FIELDS = {
  code: 0,
  turned: 8192,
  spaces: 16384,
  forced: 16896,
  pairs: 17408,
  spaces_words: 17920,
  forced_words: 17928,
  pairs_words: 17936,
  barred: 17944,
  near: 18456,
  bar: 18968,
  counts: 19032,
  counted: 21080,
  far: 23128,
  length: 24168,
  best: 25208,
  hands: 25240,
  bag: 25272,
  colours: 25280,
  n_seats: 25312,
  is_exact: 25320,
  passes: 25328,
  to_play: 25336,
  phase: 25344,
  turn: 25352,
  stuck: 25360,
  n_laid: 25368,
  log_cell: 25376,
  log_turned: 25504,
  log_draw: 25632,
  log_best: 25760,
  log_turn: 26272,
} as const;
export const FIT = 92352;
