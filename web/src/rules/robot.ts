/** A game against a robot without a server: the deal, and the robot's choice. */
import type { ColourLetter } from "../generated/protocol";
import { ADDRESSES, COLOUR_LETTERS, PHASES } from "../generated/rules-layout";
import { fieldAt, type RulesModule } from "./module";
import { type LocalBoard, type LocalTable, nthPlacement, setUp, shown } from "./position";

const HAND = 6;
const TILES = 56;

export type LocalRobot = "random" | "greedy";

/** A dealt game: `draws` are the tiles of the bag, in the order in which they are drawn. */
export interface Deal extends LocalBoard {
  draws: number[];
}

/** Deal a game with the usual rules; the seed is a number from 1. */
export function dealt(rules: RulesModule, colours: readonly ColourLetter[], seed: number): Deal {
  rules.clearState();
  rules.write(fieldAt("n_seats"), [colours.length]);
  rules.write(
    fieldAt("colours"),
    colours.map((colour) => COLOUR_LETTERS.indexOf(colour)),
  );
  rules.write(
    ADDRESSES.deck,
    Array.from({ length: TILES }, (_, place) => place),
  );
  rules.write(ADDRESSES.rng, [seed]);
  rules.call("deal", HAND);
  const deck = Array.from({ length: TILES }, (_, place) => rules.number(ADDRESSES.deck, place) + 1);
  const hands = colours.map((_, seat) => deck.slice(HAND * seat, HAND * (seat + 1)));
  const draws = deck.slice(HAND * colours.length);
  const to_play = rules.number(fieldAt("to_play"));
  const phase = PHASES[0];
  const position = { hands, unseen: draws.toSorted((a, b) => a - b), to_play, phase, turn: 1 };
  return { ...shown(rules, { colours, isExact: false, laid: [], position }), draws };
}

/** Return the robot's placement as text. */
export function chosen(rules: RulesModule, table: LocalTable, robot: LocalRobot, seed: number): string {
  const n = setUp(rules, table);
  rules.write(ADDRESSES.rng, [seed]);
  return nthPlacement(rules, table, robot === "greedy" ? greedy(rules, table, n) : rules.call("choose_any", n));
}

function greedy(rules: RulesModule, { position }: LocalTable, n: number): number {
  rules.call("margins", n, position.to_play);
  return rules.call("choose_greedy", n);
}
