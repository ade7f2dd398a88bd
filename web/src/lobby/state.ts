/** The lobby as a page knows it: pure functions from what it knew and what it hears. */
import type {
  ChallengeView,
  Lobby,
  LobbyChanged,
  LobbyServerMessage,
  PlayerHere,
  PoolView,
} from "../generated/protocol";

export interface LobbyState {
  lobby: Lobby;
  /** The version that was heard last; -1 before the first welcome. */
  version: number;
  /** Something was missed: ask for everything. */
  hasGap: boolean;
}

/** Why a challenge cannot be accepted by who looks; null if it can. */
export type Obstacle = "account" | "rating" | null;

export function begin(lobby: Lobby): LobbyState {
  return { lobby, version: -1, hasGap: false };
}

/** Take in a message of the lobby's socket. */
export function receive(state: LobbyState, message: LobbyServerMessage): LobbyState {
  if (message.type === "lobby_welcome") return { lobby: message.lobby, version: message.version, hasGap: false };
  if (message.type !== "lobby_changed" || message.version <= state.version) return state;
  if (message.version > state.version + 1) return { ...state, hasGap: true };
  return { lobby: changed(state.lobby, message), version: message.version, hasGap: false };
}

/** Tell which challenges of a list are new to who saw another one. */
export function newChallenges(before: Lobby, after: Lobby): ChallengeView[] {
  const known = new Set(before.challenges.map((one) => one.id));
  return after.challenges.filter((one) => !known.has(one.id));
}

/** The challenges in the order in which they are shown: those for oneself first, then one's own, then the oldest. */
export function ordered(challenges: readonly ChallengeView[]): ChallengeView[] {
  const rank = { invited: 0, owner: 1, seated: 1, none: 2 };
  return [...challenges].sort(
    (one, other) =>
      rank[one.role] - rank[other.role] || one.made_at.localeCompare(other.made_at) || one.id.localeCompare(other.id),
  );
}

export function obstacle(challenge: ChallengeView, me: Lobby["me"]): Obstacle {
  const points = me[challenge.pool];
  if (challenge.is_rated && me.account === null) return "account";
  if (challenge.low === null && challenge.high === null) return null;
  if (points === null) return "account";
  return points >= (challenge.low ?? 0) && points <= (challenge.high ?? Number.POSITIVE_INFINITY) ? null : "rating";
}

/** The pools that count for ratings, or those that do not. */
export function poolsOf(lobby: Lobby, isRated: boolean): PoolView[] {
  return lobby.pools.filter((pool) => pool.is_rated === isRated);
}

function changed(lobby: Lobby, change: LobbyChanged): Lobby {
  const gone = new Set(change.gone);
  const begun = new Set(change.in_play.map((table) => table.id));
  return {
    ...lobby,
    challenges: merged(lobby.challenges, change.challenges, gone),
    waiting: merged(lobby.waiting, change.waiting, new Set([...gone, ...begun])),
    in_play: merged(lobby.in_play, change.in_play, gone),
    players: withPlayers(lobby.players, change),
    n_guests: change.n_guests,
    pools: change.pools,
    seek: change.seek,
  };
}

/** Rows that changed stay where they are; new ones come first. */
function merged<Row extends { id: string }>(
  before: readonly Row[],
  fresh: readonly Row[],
  gone: ReadonlySet<string>,
): Row[] {
  const byId = new Map(fresh.map((row) => [row.id, row]));
  const known = new Set(before.map((row) => row.id));
  const kept = before.filter((row) => !gone.has(row.id) || byId.has(row.id)).map((row) => byId.get(row.id) ?? row);
  return [...fresh.filter((row) => !known.has(row.id)), ...kept];
}

function withPlayers(before: readonly PlayerHere[], change: LobbyChanged): PlayerHere[] {
  const left = new Set([...change.left, ...change.players.map((player) => player.name)]);
  const stayed = before.filter((player) => !left.has(player.name));
  return [...stayed, ...change.players].sort((one, other) => one.name.localeCompare(other.name));
}
