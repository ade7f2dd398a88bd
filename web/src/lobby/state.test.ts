import { expect, test } from "vitest";
import type { ChallengeView, Lobby, LobbyChanged, TableView } from "../generated/protocol";
import { setLanguage } from "../page/i18n";
import { readChallenge } from "./challenge-form";
import { applyLobbyMessage, begin, newChallenges, obstacle, ordered, startsRated } from "./state";
import { challengeText, controlText, shortControl } from "./text";

const EMPTY: Lobby = {
  challenges: [],
  waiting: [],
  in_play: [],
  players: [],
  n_guests: 0,
  n_chat: 0,
  pools: [],
  seek: null,
  me: { account: "Ann", has_session: true, two: 1500, many: 1500 },
};

const challenge = (id: string, more: Partial<ChallengeView> = {}): ChallengeView => ({
  id,
  seats: [],
  points: [],
  rules: "56 RB",
  tile_set: 56,
  control: "5+3",
  is_rated: false,
  pool: "two",
  low: null,
  high: null,
  to: null,
  is_slow: false,
  role: "none",
  made_at: "2026-11-21T12:00:00Z",
  ...more,
});

const table = (id: string): TableView => ({ id }) as TableView;
const player = (name: string, isPlaying = false) => ({
  name,
  url: "",
  points: 1500,
  is_provisional: false,
  is_playing: isPlaying,
  is_robot_account: false,
  face: null,
});

const change = (version: number, more: Partial<LobbyChanged>): LobbyChanged => ({
  type: "lobby_changed",
  version,
  challenges: [],
  waiting: [],
  in_play: [],
  players: [],
  gone: [],
  left: [],
  n_guests: 0,
  n_chat: 0,
  pools: [],
  seek: null,
  ...more,
});

const at = (lobby: Partial<Lobby>, version = 1) =>
  applyLobbyMessage(begin(EMPTY), { type: "lobby_welcome", version, lobby: { ...EMPTY, ...lobby } });
const ids = (rows: readonly { id: string }[]) => rows.map((row) => row.id);

test("new, changed and removed rows are so in the list", () => {
  const before = at({ challenges: [challenge("a"), challenge("b")] });
  const after = applyLobbyMessage(
    before,
    change(2, { challenges: [challenge("c"), challenge("b", { low: 1600 })], gone: ["a"] }),
  );
  expect(ids(after.lobby.challenges)).toEqual(["c", "b"]);
  expect(after.lobby.challenges[1]?.low).toBe(1600);
  expect(ids(newChallenges(before.lobby, after.lobby))).toEqual(["c"]);
});

test("a table whose game begins no longer waits", () => {
  const after = applyLobbyMessage(at({ waiting: [table("t")] }), change(2, { in_play: [table("t")] }));
  expect(ids(after.lobby.waiting)).toEqual([]);
  expect(ids(after.lobby.in_play)).toEqual(["t"]);
});

test("players arrive, change and leave in the order of their names", () => {
  const before = at({ players: [player("Bea"), player("Cyd")] });
  const after = applyLobbyMessage(before, change(2, { players: [player("Ann"), player("Cyd", true)], left: ["Bea"] }));
  expect(after.lobby.players).toEqual([player("Ann"), player("Cyd", true)]);
});

test("after a gap nothing is applied until everything is sent again", () => {
  const gap = applyLobbyMessage(at({}, 3), change(5, { challenges: [challenge("a")] }));
  expect(gap.hasGap).toBe(true);
  expect(ids(gap.lobby.challenges)).toEqual([]);
  const healed = applyLobbyMessage(gap, { type: "lobby_welcome", version: 5, lobby: EMPTY });
  expect([healed.hasGap, healed.version]).toEqual([false, 5]);
});

test("a known version changes nothing", () => {
  const before = at({}, 3);
  expect(applyLobbyMessage(before, change(3, { challenges: [challenge("a")] }))).toBe(before);
});

test("invitations come first, then one's own challenges, then the oldest", () => {
  const rows = [
    challenge("new", { made_at: "2026-11-21T12:05:00Z" }),
    challenge("old"),
    challenge("mine", { role: "owner" }),
    challenge("for me", { role: "invited", made_at: "2026-11-21T12:09:00Z" }),
  ];
  expect(ids(ordered(rows))).toEqual(["for me", "mine", "old", "new"]);
});

test("guests can accept neither rated games nor rating ranges, accounts only where their rating fits", () => {
  const guest = { ...EMPTY.me, account: null, two: null, many: null };
  expect(obstacle(challenge("a"), guest)).toBeNull();
  expect(obstacle(challenge("a", { is_rated: true }), guest)).toBe("account");
  expect(obstacle(challenge("a", { low: 1000 }), guest)).toBe("account");
  expect(obstacle(challenge("a", { low: 1501 }), EMPTY.me)).toBe("rating");
  expect(obstacle(challenge("a", { high: 1500 }), EMPTY.me)).toBeNull();
});

test("a form becomes a challenge, or with a name an invitation for two without a rating range", () => {
  const fields = { seats: "3", control: "5+3", colour: "Y", low: "1400", high: "", rated: "yes" };
  const open = readChallenge(fields, "Ann");
  expect(open.game.seats.map((seat) => seat.kind)).toEqual(["person", "open", "open"]);
  expect([open.game.seats[0]?.colour_preferences, open.low, open.high, open.game.rated]).toEqual([
    ["Y"],
    1400,
    null,
    true,
  ]);
  const invitation = readChallenge({ ...fields, to: "Bea" }, "Ann");
  expect([invitation.game.seats.length, invitation.low, invitation.to]).toEqual([2, null, "Bea"]);
});

test("doubles have four seats, and partners share a colour", () => {
  const { game } = readChallenge({ seats: "doubles", colour: "Y" }, "Ann");
  expect(game.seats.map((seat) => seat.colour)).toEqual(["R", "B", "R", "B"]);
  expect([game.teams, game.seats[0]?.colour_preferences]).toEqual([true, []]);
});

test("time controls have a short form", () => {
  expect(["3+2", "15 tournament", "1 days", "5+20 credit", "2+7 days"].map(shortControl)).toEqual([
    "3+2",
    "15 min",
    "1 day",
    "5+20",
    "2+7 days",
  ]);
  expect(challengeText(challenge("a", { low: 1400, high: 1600 }), { "5+3": "5 min + 3 s per turn" })).toBe(
    "5 min + 3 s per turn · casual · rating 1400 to 1600",
  );
});

test("the lobby opens on the pools where somebody waits, else on those chosen last", () => {
  const pool = (is_rated: boolean, n_waiting: number) => ({
    name: is_rated ? "2-5-3-rated" : "2-5-3",
    n_seats: 2,
    control: "5+3",
    is_rated,
    n_waiting,
  });

  expect(startsRated([pool(false, 1), pool(true, 0)], null)).toBe(false);
  expect(startsRated([pool(false, 0), pool(true, 1)], "no")).toBe(true);
  expect(startsRated([pool(false, 1), pool(true, 1)], "no")).toBe(false);
  expect(startsRated([pool(false, 0), pool(true, 0)], null)).toBe(true);
});

test("a time control that is not on offer has no words but its short ones", () => {
  expect(controlText("15 min", { "15 min": "15 minutes" })).toBe("15 minutes");
  expect(controlText("5 days", {})).toBe("5 days");
  setLanguage("ru", { "{n} day": ["{n} день", "{n} дня", "{n} дней"] });
  expect(controlText("5 days", {})).toBe("5 дней");
  setLanguage("en", {});
});
