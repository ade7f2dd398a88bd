/** Descriptions of challenges and games in the lobby. */
import type { ChallengeView, Lobby } from "../generated/protocol";
import { t, tn } from "../page/i18n";

/** Time controls in the page's language, by their notation. */
export type Controls = Readonly<Record<string, string>>;

export function controlText(control: string | null, controls: Controls): string {
  if (control === null) return t("no clock");
  return controls[control] ?? shortControl(control);
}

/** Return a time control in short: "3+2", "15 min", "2+7 days"; "∞" without a clock. */
export function shortControl(control: string | null): string {
  if (control === null) return "∞";
  const [first = "", kind] = control.split(" ");
  const [base, bonus] = first.split("+");
  if (bonus !== undefined && kind === "days")
    return tn("{base}+{n} day", "{base}+{n} days", Number(bonus), { base: base ?? "" });
  if (bonus !== undefined) return `${base}+${bonus}`;
  return kind === "days" ? tn("{n} day", "{n} days", Number(base)) : t("{n} min", { n: base ?? "" });
}

export function playersText(nSeats: number): string {
  return tn("{n} player", "{n} players", nSeats);
}

export function rangeText({ low, high }: Pick<ChallengeView, "low" | "high">): string {
  if (low !== null && high !== null) return t("rating {low} to {high}", { low, high });
  if (low !== null) return t("rating from {low}", { low });
  return high === null ? "" : t("rating up to {high}", { high });
}

/** Describe the rules that differ from the standard. */
export function rulesText(rules: string): string {
  const parts: string[] = [];
  if (rules.includes("64")) parts.push(t("64 tiles"));
  if (rules.includes("exactly-three")) parts.push(t("exactly three sides"));
  if (rules.includes("pass")) parts.push(t("the turn passes"));
  return parts.join(", ");
}

/** Return what the short form of a time control leaves out; nothing for plain days. */
export function moreOfControl(control: string | null, controls: Controls): string {
  return control?.endsWith("days") && !control.includes("+") ? "" : controlText(control, controls);
}

export function isDoubles({ seats }: Pick<ChallengeView, "seats">): boolean {
  return seats.length === 4 && seats[0]?.colour === seats[2]?.colour;
}

function countText(challenge: ChallengeView): string {
  if (isDoubles(challenge)) return t("doubles");
  const n = challenge.seats.length;
  return n > 2 ? playersText(n) : "";
}

/** Describe a challenge in one line, without the time control in short. */
export function challengeText(challenge: ChallengeView, controls: Controls): string {
  const parts = [
    moreOfControl(challenge.control, controls),
    challenge.is_rated ? t("rated") : t("casual"),
    countText(challenge),
    rangeText(challenge),
    rulesText(challenge.rules),
  ];
  return parts.filter(Boolean).join(" · ");
}

/** Say how many people are here, and how many games are in play. */
export function presenceText({ players, n_guests, in_play }: Pick<Lobby, "players" | "n_guests" | "in_play">): string {
  const n = players.length + n_guests;
  return `${tn("{n} person here", "{n} people here", n)} · ${tn("{n} game in play", "{n} games in play", in_play.length)}`;
}
