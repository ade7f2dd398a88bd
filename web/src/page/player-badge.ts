/** What stands beside a name: an account's rating, a robot's level, or that somebody is a guest. */
import { html, nothing, type TemplateResult } from "lit";
import type { SeatView } from "../generated/protocol";
import { t } from "./i18n";

type BadgeSeat = Pick<SeatView, "standing" | "is_mine">;

/** Draw the sign, with its words for those who hear them; one's own guests need none. */
export function playerBadge(seat: BadgeSeat): TemplateResult | typeof nothing {
  const words = badgeText(seat);
  if (!words) return nothing;
  return html`<span class="standing" title=${words}><span aria-hidden="true">${sign(seat)}</span><span class="visually-hidden">, ${words}</span></span>`;
}

/** Say it; empty if there is nothing to say. */
export function badgeText({ standing, is_mine }: BadgeSeat): string {
  if (!standing) return "";
  const { points, is_provisional, level } = standing;
  if (points !== null)
    return is_provisional ? t("rating {points}, still uncertain", { points }) : t("rating {points}", { points });
  if (level !== null) return t("robot, level {level}", { level });
  return standing.is_guest && !is_mine ? t("guest") : "";
}

function sign({ standing }: BadgeSeat): string {
  if (!standing) return "";
  const { points, is_provisional, level } = standing;
  if (points !== null) return `${points}${is_provisional ? "?" : ""}`;
  return level === null ? t("guest") : t("level {level}", { level });
}
