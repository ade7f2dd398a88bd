/** A game against a robot of this browser: what is stored of it, and its views. */
import type { GameView, SeatView } from "../generated/protocol";
import { t } from "../page/i18n";
import { loadJson, saveJson } from "../page/storage";
import { ask } from "../rules/ask";
import type { LocalBoard, LocalTable } from "../rules/position";
import type { LocalRobot } from "../rules/robot";

export const ME = 0;
const ROBOT = 1;
const COLOURS = ["R", "B"] as const;
const KEY = "tantrix.robot-game";

export const ROBOTS: readonly LocalRobot[] = ["random", "greedy"];

/** A game, stored after each tile. */
export interface RobotGame extends LocalBoard {
  robot: LocalRobot;
  /** The tiles of the bag, the next draw first. */
  draws: readonly number[];
}

export function localRobotName(robot: LocalRobot): string {
  return robot === "random" ? t("Pip") : t("Greedy");
}

export function loadGame(): RobotGame | null {
  return loadJson<RobotGame | null>(KEY, null);
}

export async function newGame(robot: LocalRobot): Promise<RobotGame> {
  const { laid, position, draws } = await ask("deal", { colours: COLOURS, seed: randomSeed() });
  return kept({ robot, laid, position, draws });
}

/** Play a placement and the draw after it. */
export async function played(game: RobotGame, placement: string): Promise<RobotGame> {
  const [draw = null, ...draws] = game.draws;
  const { laid, position } = await ask("place", { table: tableOf(game), placement, draw });
  return kept({ ...game, laid, position, draws });
}

/** Return the placement that the robot chooses. */
export function robotsChoice(game: RobotGame): Promise<string> {
  return ask("choose", { table: tableOf(game), robot: game.robot, seed: randomSeed() });
}

export function isRobotsTurn({ position }: RobotGame): boolean {
  return position.outcome === null && position.to_play === ROBOT;
}

export function gameView({ robot }: RobotGame): GameView {
  return {
    id: "",
    rules: COLOURS.join(""),
    tile_set: 56,
    is_teams: false,
    seats: [seatView(ME, t("You"), null), seatView(ROBOT, localRobotName(robot), robot)],
    drawn: [],
    commitment: "",
    started_at: "",
    control: null,
    is_listed: false,
    is_rated: false,
    is_imported: false,
    tournament: null,
    host: null,
  };
}

function seatView(seat: number, name: string, robot: LocalRobot | null): SeatView {
  return {
    seat,
    colour: COLOURS[seat] ?? "R",
    name,
    kind: robot ? "robot" : "person",
    robot,
    is_mine: seat === ME,
    account: null,
    stand_in: null,
    colour_preferences: [],
    badge: null,
    away_until: null,
  };
}

function tableOf({ laid, position }: RobotGame): LocalTable {
  return { colours: COLOURS, isExact: false, laid, position };
}

function kept(game: RobotGame): RobotGame {
  saveJson(KEY, game);
  return game;
}

function randomSeed(): number {
  return 1 + (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0);
}
