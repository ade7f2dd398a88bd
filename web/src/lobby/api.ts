/** What the lobby asks of the server. Each rejects with a sentence for people. */
import type { ChallengeView, ColourLetter, Met, NewChallenge, Notices, Problem } from "../generated/protocol";
import { parse } from "../page/data";
import { t } from "../page/i18n";

export class Refusal extends Error {}

export function post(challenge: NewChallenge): Promise<ChallengeView> {
  return ask("POST", "/api/challenges", challenge) as Promise<ChallengeView>;
}

export function take(id: string, name: string, wishes: readonly ColourLetter[]): Promise<Met> {
  return ask("POST", `/api/challenges/${id}/seats`, { name, wishes }) as Promise<Met>;
}

/** Take one's challenge back, decline an invitation, or give a seat back. */
export function withdraw(id: string): Promise<unknown> {
  return ask("DELETE", `/api/challenges/${id}`);
}

export function seek(pool: string, name: string): Promise<Met> {
  return ask("PUT", "/api/pairing", { pool, name }) as Promise<Met>;
}

export function stopSeeking(): Promise<unknown> {
  return ask("DELETE", "/api/pairing");
}

export function notices(): Promise<Notices> {
  return ask("GET", "/api/notices") as Promise<Notices>;
}

async function ask(method: string, address: string, body?: object): Promise<unknown> {
  const spoken = body && { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(address, { method, ...spoken }).catch(() => {
    throw new Refusal(t("No connection."));
  });
  if (answer.ok) return parse(await answer.text());
  const problem = (await answer.json().catch(() => null)) as Problem | null;
  throw new Refusal(problem?.detail ?? t("No connection."));
}
