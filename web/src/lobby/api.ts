/** The requests of the lobby to the server. Each raises RequestError if it is refused. */
import type { ChallengeView, ColourLetter, NewChallenge, Notices, SeatTaken } from "../generated/protocol";
import { request } from "../page/request";

export function postChallenge(challenge: NewChallenge): Promise<ChallengeView> {
  return request("POST", "/api/challenges", challenge) as Promise<ChallengeView>;
}

export function take(id: string, name: string, preferences: readonly ColourLetter[]): Promise<SeatTaken> {
  return request("POST", `/api/challenges/${id}/seats`, {
    name,
    colour_preferences: preferences,
  }) as Promise<SeatTaken>;
}

/** Withdraw one's own challenge, decline an invitation, or give up a seat. */
export function withdraw(id: string): Promise<unknown> {
  return request("DELETE", `/api/challenges/${id}`);
}

export function seek(pool: string, name: string): Promise<SeatTaken> {
  return request("PUT", "/api/pairing", { pool, name }) as Promise<SeatTaken>;
}

export function stopSeeking(): Promise<unknown> {
  return request("DELETE", "/api/pairing");
}

export function notices(): Promise<Notices> {
  return request("GET", "/api/notices") as Promise<Notices>;
}
