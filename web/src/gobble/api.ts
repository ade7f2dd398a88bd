/** The requests of Gobble's pages outside the socket of a rush. Each raises RequestError if it is refused. */
import type {
  Created,
  GameRatings,
  NewRush,
  RushLobby,
  RushReplay,
  RushSettings,
  RushWelcome,
} from "../generated/protocol";
import { request } from "../page/request";
import type { RobotStyle } from "./text";

export function openRoom(room: NewRush): Promise<Created> {
  return request("POST", "/api/gobble", room) as Promise<Created>;
}

export function lobby(): Promise<RushLobby> {
  return request("GET", "/api/gobble") as Promise<RushLobby>;
}

export function look(id: string): Promise<RushWelcome> {
  return request("GET", `/api/gobble/${id}`) as Promise<RushWelcome>;
}

export function sitDown(id: string, name: string): Promise<RushWelcome> {
  return request("POST", `/api/gobble/${id}/seats`, { name }) as Promise<RushWelcome>;
}

export function standUp(id: string, seat: number): Promise<RushWelcome> {
  return request("POST", `/api/gobble/${id}/stand`, { seat }) as Promise<RushWelcome>;
}

export function addRobot(id: string, style: RobotStyle): Promise<RushWelcome> {
  return request("POST", `/api/gobble/${id}/robots`, { style }) as Promise<RushWelcome>;
}

export function changeSettings(id: string, settings: RushSettings): Promise<RushWelcome> {
  return request("POST", `/api/gobble/${id}/settings`, settings) as Promise<RushWelcome>;
}

export function giveHost(id: string, seat: number): Promise<RushWelcome> {
  return request("POST", `/api/gobble/${id}/host`, { seat }) as Promise<RushWelcome>;
}

export function start(id: string): Promise<RushWelcome> {
  return request("POST", `/api/gobble/${id}/start`, {}) as Promise<RushWelcome>;
}

export function rematch(id: string, handicap: boolean): Promise<Created> {
  return request("POST", `/api/gobble/${id}/rematch`, { handicap }) as Promise<Created>;
}

export function replayOf(id: string): Promise<RushReplay> {
  return request("GET", `/api/gobble/${id}/replay`) as Promise<RushReplay>;
}

export function ratingsOf(id: string): Promise<GameRatings> {
  return request("GET", `/api/gobble/${id}/ratings`) as Promise<GameRatings>;
}
