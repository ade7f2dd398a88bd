/** Positions of a game without a server: the rules module decides, this file writes what it says as views. */
import type {
  ColourLetter,
  LaidView,
  LineView,
  OutcomeView,
  PositionView,
  SpaceView,
  VerdictName,
} from "../generated/protocol";
import { ADDRESSES, COLOUR_LETTERS, FIT, LINE, PHASES, START, STRIDE, VERDICTS } from "../generated/rules-layout";
import { type Cell, emptyAround, ORIGIN } from "../tiles/hexes";
import { parsePlacement, printPlacement } from "../tiles/placement";
import { countOf, fieldAt, maskOf, type RulesModule } from "./module";

/** A game at a moment. In its rules, a player who cannot play ends the game. */
export interface LocalTable {
  /** The colour of each seat; no two are the same. */
  colours: readonly ColourLetter[];
  /** Whether a forced space has exactly three sides. */
  isExact: boolean;
  laid: readonly LaidView[];
  position: Pick<PositionView, "hands" | "unseen" | "to_play" | "phase" | "turn">;
}

export interface LocalBoard {
  laid: LaidView[];
  position: PositionView;
}

/** Show a position. */
export function shown(rules: RulesModule, table: LocalTable): LocalBoard {
  const n = setUp(rules, table);
  return { laid: [...table.laid], position: viewOf(rules, table, n) };
}

/** Play a legal placement; `draw` is the tile drawn after it, null if the bag is empty. */
export function afterPlacement(rules: RulesModule, table: LocalTable, text: string, draw: number | null): LocalBoard {
  const placement = parsePlacement(text);
  if (!placement) throw new Error(`expected a placement like 12@3,-1^4, got ${text}`);
  setUp(rules, table);
  const { tile, cell, rotation } = placement;
  const { hands, unseen, to_play: seat, phase, turn } = table.position;
  const n = rules.call("place", indexOf(cell), 8 * (tile - 1) + rotation, draw === null ? -1 : draw - 1);
  const drawn = draw === null ? [] : [draw];
  const after = hands.map((hand, one) =>
    one === seat ? hand.flatMap((held) => (held === tile ? drawn : held)) : hand,
  );
  const laid: LaidView = { tile, ...cell, rotation, seat, draw, forced: phase !== "free", turn, left_ms: null };
  const position = { ...table.position, hands: after, unseen: unseen.filter((one) => one !== draw) };
  const next = { ...table, laid: [...table.laid, laid], position };
  return { laid: next.laid, position: viewOf(rules, next, n) };
}

/** Set up a position; return how many placements are legal. They are in `keys`. */
export function setUp(rules: RulesModule, { colours, isExact, laid, position }: LocalTable): number {
  rules.clearState();
  rules.write(fieldAt("n_seats"), [colours.length]);
  rules.write(
    fieldAt("colours"),
    colours.map((colour) => COLOUR_LETTERS.indexOf(colour)),
  );
  rules.write(fieldAt("is_exact"), [Number(isExact)]);
  for (const { tile, q, r, rotation } of laid) rules.call("lay", indexOf({ q, r }), 8 * (tile - 1) + rotation);
  rules.write(fieldAt("hands"), position.hands.map(maskOf));
  rules.write(fieldAt("bag"), [maskOf(position.unseen)]);
  rules.write(fieldAt("to_play"), [position.to_play]);
  rules.write(fieldAt("phase"), [PHASES.indexOf(position.phase)]);
  rules.write(fieldAt("turn"), [position.turn - 1]);
  return rules.call("settle");
}

/** Return the `n`th of the legal placements as text. */
export function nthPlacement(rules: RulesModule, { laid }: LocalTable, n: number): string {
  return keyText(rules.number(ADDRESSES.keys, n), cellsAround(laid));
}

function viewOf(rules: RulesModule, { colours, laid, position: before }: LocalTable, n: number): PositionView {
  const cells = cellsAround(laid);
  const placements = Array.from({ length: n }, (_, place) => keyText(rules.number(ADDRESSES.keys, place), cells));
  const { hands, unseen } = before;
  const phase = PHASES[rules.number(fieldAt("phase"))] as PositionView["phase"];
  const to_play = rules.number(fieldAt("to_play"));
  const turn = rules.number(fieldAt("turn")) + 1;
  const scores = colours.map((colour) => rules.number(fieldAt("best"), COLOUR_LETTERS.indexOf(colour)));
  const lines = linesOf(rules, laid);
  const spaces = spacesOf(rules, cells, hands, unseen);
  const isFilling = phase === "fill" || phase === "refill";
  const playable = new Set(placements.map((text) => parsePlacement(text)?.tile));
  return {
    ply: laid.length,
    to_play,
    phase,
    turn,
    hands,
    unseen,
    in_endgame: unseen.length === 0,
    spaces,
    placements,
    refused: refusedOf(rules, cells),
    forced_tiles: isFilling ? (hands[to_play] ?? []).filter((tile) => playable.has(tile)) : [],
    lines,
    scores,
    last_turn: laid.flatMap((tile, ply) => (tile.turn === laid.at(-1)?.turn ? [ply] : [])),
    passed: [],
    skipped: phase === "over" ? [] : skippedSeats(laid.at(-1), hands, turn),
    outcome: phase === "over" ? outcomeOf(hands, scores) : null,
  };
}

function indexOf({ q, r }: Cell): number {
  return (START + q + STRIDE * r) & 4095;
}

/** Return the spaces by their index in the kernel; before the opening, the origin alone. */
function cellsAround(laid: readonly LaidView[]): Map<number, Cell> {
  const cells = laid.length > 0 ? emptyAround(laid.map(({ q, r }) => ({ q, r }))) : [ORIGIN];
  return new Map(cells.map((cell) => [indexOf(cell), cell]));
}

function keyText(key: number, cells: ReadonlyMap<number, Cell>): string {
  return printPlacement({ tile: (key & 63) + 1, cell: cells.get(key >> 9) ?? ORIGIN, rotation: (key >> 6) & 7 });
}

function isIn(rules: RulesModule, address: number, index: number): boolean {
  return ((rules.word(address, index >> 6) >> BigInt(index & 63)) & 1n) === 1n;
}

function spacesOf(
  rules: RulesModule,
  cells: ReadonlyMap<number, Cell>,
  hands: readonly (readonly number[])[],
  unseen: readonly number[],
): SpaceView[] {
  rules.call("controlled");
  const sorted = [...cells].sort(([, a], [, b]) => a.q - b.q || a.r - b.r);
  return sorted.map(([index, cell]) => {
    const code = rules.short(fieldAt("code"), index);
    const is_forced = isIn(rules, fieldAt("forced"), index);
    const fitting = rules.word(FIT, 8 * code + 6);
    const holders = hands.flatMap((hand, seat) => (maskOf(hand) & fitting ? [seat] : []));
    return {
      ...cell,
      facing: facingOf(code),
      is_forced,
      is_controlled: !is_forced && isIn(rules, ADDRESSES.words, index),
      holders: is_forced ? holders : [],
      n_unseen_fitting: is_forced ? countOf(maskOf(unseen) & fitting) : 0,
    };
  });
}

function facingOf(code: number): string {
  return [0, 1, 2, 3, 4, 5].map((edge) => `.${COLOUR_LETTERS}`[Math.floor(code / 5 ** edge) % 5]).join("");
}

function refusedOf(rules: RulesModule, cells: ReadonlyMap<number, Cell>): PositionView["refused"] {
  const found: PositionView["refused"] = {};
  const n = rules.call("refused");
  for (let place = 0; place < n; place++) {
    const verdict = VERDICTS[rules.number(ADDRESSES.answers, place)] as VerdictName;
    const texts = found[verdict] ?? [];
    texts.push(keyText(rules.number(ADDRESSES.keys, place), cells));
    found[verdict] = texts;
  }
  return found;
}

function linesOf(rules: RulesModule, laid: readonly LaidView[]): LineView[] {
  rules.call("find_lines");
  return [...COLOUR_LETTERS].map((letter, colour) => {
    const at = (place: number) => rules.number(ADDRESSES.lines, LINE * colour + place);
    const is_loop = at(0) === 1;
    const cells = Array.from({ length: at(1) }, (_, place) => {
      const { q, r } = laid[at(2 + place)] as LaidView;
      return { q, r };
    });
    return { colour: letter as ColourLetter, is_loop, score: cells.length * (is_loop ? 2 : 1), cells };
  });
}

/** Return the seats without a tile between the last tile and the seat to play. */
function skippedSeats(last: LaidView | undefined, hands: readonly (readonly number[])[], turn: number): number[] {
  if (!last || last.seat === null || turn === last.turn) return [];
  const skipped: number[] = [];
  for (let step = 1; step <= hands.length; step++) {
    const seat = (last.seat + step) % hands.length;
    if (hands[seat]?.length) return skipped;
    skipped.push(seat);
  }
  return skipped;
}

function outcomeOf(hands: readonly (readonly number[])[], scores: number[]): OutcomeView {
  const isDeadlock = hands.some((hand) => hand.length > 0);
  const ranks = scores.map((score) => (isDeadlock ? 1 : 1 + scores.filter((other) => other > score).length));
  return { termination: isDeadlock ? "deadlock" : "played-out", scores, ranks };
}
