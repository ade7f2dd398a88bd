/** The badge beside a player's name: the rating of an account, the level of a robot, or "guest". */
import { html, nothing, type TemplateResult } from "lit";
import type { SeatView } from "../../generated/protocol";
import { t } from "../i18n";

type BadgeSeat = Pick<SeatView, "badge" | "is_mine">;

/** Render the badge with its text for screen readers; guests at this browser have none. */
export function playerBadge(seat: BadgeSeat): TemplateResult | typeof nothing {
  const words = badgeText(seat);
  if (!words) return nothing;
  return html`<span class="standing" title=${words}><span aria-hidden="true">${sign(seat)}</span><span class="visually-hidden">, ${words}</span></span>`;
}

/** Return the badge as text; empty if there is none. */
export function badgeText({ badge, is_mine }: BadgeSeat): string {
  if (!badge) return "";
  const { points, is_provisional, level } = badge;
  if (points !== null)
    return is_provisional ? t("rating {points}, still uncertain", { points }) : t("rating {points}", { points });
  if (level !== null) return t("robot, level {level}", { level });
  return badge.is_guest && !is_mine ? t("guest") : "";
}

function sign({ badge }: BadgeSeat): string {
  if (!badge) return "";
  const { points, is_provisional, level } = badge;
  if (points !== null) return `${points}${is_provisional ? "?" : ""}`;
  return level === null ? t("guest") : t("Computer");
}
