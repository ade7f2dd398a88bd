/** The state of the lobby, and pure functions that apply messages to it. */
import type {
  ChallengeView,
  Lobby,
  LobbyChanged,
  LobbyServerMessage,
  PoolView,
  PresentPlayer,
} from "../generated/protocol";

export interface LobbyState {
  lobby: Lobby;
  /** The last version received; -1 before the first welcome. */
  version: number;
  /** Whether a change was missed, so that the page must ask for everything. */
  hasGap: boolean;
}

/** Why the viewer cannot accept a challenge; null if they can. */
export type Obstacle = "account" | "rating" | null;

export function begin(lobby: Lobby): LobbyState {
  return { lobby, version: -1, hasGap: false };
}

/** Apply a message from the lobby's socket. */
export function applyLobbyMessage(state: LobbyState, message: LobbyServerMessage): LobbyState {
  if (message.type === "lobby_welcome") return { lobby: message.lobby, version: message.version, hasGap: false };
  if (message.type !== "lobby_changed" || message.version <= state.version) return state;
  if (message.version > state.version + 1) return { ...state, hasGap: true };
  return { lobby: changed(state.lobby, message), version: message.version, hasGap: false };
}

/** Return the challenges that are new since an earlier state. */
export function newChallenges(before: Lobby, after: Lobby): ChallengeView[] {
  const known = new Set(before.challenges.map((one) => one.id));
  return after.challenges.filter((one) => !known.has(one.id));
}

/** Sort the challenges: invitations first, then the viewer's own, then the oldest. */
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

/** Return the rated pools, or the casual ones. */
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
    n_chat: change.n_chat,
    pools: change.pools,
    seek: change.seek,
  };
}

/** Merge changed rows into a list: known ones stay in place, new ones come first. */
function merged<Row extends { id: string }>(
  before: readonly Row[],
  fresh: readonly Row[],
  gone: ReadonlySet<string>,
): Row[] {
  const byId = new Map(fresh.map((row) => [row.id, row]));
  const known = new Set(before.map((row) => row.id));
  const remaining = before.filter((row) => !gone.has(row.id) || byId.has(row.id)).map((row) => byId.get(row.id) ?? row);
  return [...fresh.filter((row) => !known.has(row.id)), ...remaining];
}

function withPlayers(before: readonly PresentPlayer[], change: LobbyChanged): PresentPlayer[] {
  const left = new Set([...change.left, ...change.players.map((player) => player.name)]);
  const stayed = before.filter((player) => !left.has(player.name));
  return [...stayed, ...change.players].sort((one, other) => one.name.localeCompare(other.name));
}

/** Return whether the lobby opens on its rated pools: as chosen last, or where somebody waits. */
export function startsRated(pools: readonly PoolView[], chosen: string | null): boolean {
  const waits = (isRated: boolean) => pools.some((pool) => pool.is_rated === isRated && pool.n_waiting > 0);
  return waits(true) !== waits(false) ? waits(true) : chosen !== "no";
}
