/** What the pages of Gobble ask the server besides the rush itself. Each rejects with a sentence for people. */
import type {
  Created,
  GameRatings,
  NewRush,
  Problem,
  RushLobby,
  RushReplay,
  RushSettings,
  RushWelcome,
} from "../generated/protocol";
import { parse } from "../page/data";
import { t } from "../page/i18n";
import type { Temper } from "./text";

export class Refusal extends Error {}

export function openRoom(wish: NewRush): Promise<Created> {
  return ask("/api/gobble", wish) as Promise<Created>;
}

export function lobby(): Promise<RushLobby> {
  return ask("/api/gobble") as Promise<RushLobby>;
}

export function look(id: string): Promise<RushWelcome> {
  return ask(`/api/gobble/${id}`) as Promise<RushWelcome>;
}

export function sitDown(id: string, name: string): Promise<RushWelcome> {
  return ask(`/api/gobble/${id}/seats`, { name }) as Promise<RushWelcome>;
}

export function standUp(id: string, seat: number): Promise<RushWelcome> {
  return ask(`/api/gobble/${id}/stand`, { seat }) as Promise<RushWelcome>;
}

export function addRobot(id: string, temper: Temper): Promise<RushWelcome> {
  return ask(`/api/gobble/${id}/robots`, { temper }) as Promise<RushWelcome>;
}

export function agree(id: string, settings: RushSettings): Promise<RushWelcome> {
  return ask(`/api/gobble/${id}/settings`, settings) as Promise<RushWelcome>;
}

export function start(id: string): Promise<RushWelcome> {
  return ask(`/api/gobble/${id}/start`, {}) as Promise<RushWelcome>;
}

export function rematch(id: string, handicap: boolean): Promise<Created> {
  return ask(`/api/gobble/${id}/rematch`, { handicap }) as Promise<Created>;
}

export function replayOf(id: string): Promise<RushReplay> {
  return ask(`/api/gobble/${id}/replay`) as Promise<RushReplay>;
}

export function ratingsOf(id: string): Promise<GameRatings> {
  return ask(`/api/gobble/${id}/ratings`) as Promise<GameRatings>;
}

/** Ask by GET, or by POST if there is something to say. */
async function ask(address: string, body?: object): Promise<unknown> {
  const options = body && {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
  const answer = await fetch(address, options).catch(() => {
    throw new Refusal(t("No connection."));
  });
  if (answer.ok) return parse(await answer.text());
  const problem = (await answer.json().catch(() => null)) as Problem | null;
  throw new Refusal(problem?.detail ?? t("The server could not do this."));
}
