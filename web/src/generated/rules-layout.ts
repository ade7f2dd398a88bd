// Written by scripts/make_rules.py. Do not edit.
// Sources: 2b45ba8294e47a7183f2f1f2f0921f0aa978fa8a5b4e15616876cf188b7a4535

export const N_PAGES = 25;
export const STACK_TOP = 65536;
export const START = 2080;
export const STRIDE = 285;
export const SIZE = 4096;
export const STATE_SIZE = 39000;
export const LINE = 66;
export const MAX_TILES = 256;
export const TOO_WIDE = 7;
export const COLOUR_LETTERS = "RYGB";
export const VERDICTS = ["LEGAL", "GAME_OVER", "NOT_IN_HAND", "OCCUPIED", "DETACHED", "MISMATCH", "FORCED_FIRST", "TRIPLE", "FOURTH_SIDE", "CONTROLLED"] as const;
export const PHASES = ["fill", "free", "refill", "over"] as const;
export const ADDRESSES = {
  state: 65536,
  tables: 104576,
  keys: 1368000,
  answers: 1400768,
  words: 1433536,
  lines: 1434048,
  deck: 1436160,
  rng: 1436608,
  tiles: 1436672,
  strands: 1453056,
  shape: 1453184,
  work: 1457280,
} as const;
export const FIELDS = {
  code: 0,
  digits: 8192,
  turned: 24576,
  spaces: 32768,
  forced: 33280,
  spaces_words: 33792,
  forced_words: 33800,
  barred: 33808,
  counted: 34320,
  counts: 34832,
  far: 35344,
  length: 36384,
  best: 37424,
  hands: 37456,
  bag: 37488,
  colours: 37496,
  n_seats: 37528,
  is_exact: 37536,
  passes: 37544,
  to_play: 37552,
  phase: 37560,
  turn: 37568,
  stuck: 37576,
  n_laid: 37584,
  log_cell: 37592,
  log_turned: 37720,
  log_draw: 37848,
  log_best: 37976,
  log_turn: 38488,
} as const;
export const FIT = 104576;
