/** Names and symbols for the grades of placements. */
import type { GradeName } from "../generated/protocol";
import { t } from "../page/i18n";

export function gradeName(grade: GradeName): string {
  return {
    best: t("best"),
    good: t("good"),
    inaccuracy: t("inaccuracy"),
    mistake: t("mistake"),
    blunder: t("blunder"),
  }[grade];
}

export function gradeSign(grade: GradeName): string {
  return { best: "", good: "", inaccuracy: "?!", mistake: "?", blunder: "??" }[grade];
}

export function isError(grade: GradeName): boolean {
  return gradeSign(grade) !== "";
}

/** Write points with a sign and one decimal, in the format of the page's language. */
export function signed(points: number): string {
  return format(points, "exceptZero");
}

/** Write points with one decimal. */
export function plain(points: number): string {
  return format(points, "auto");
}

export function percent(share: number): string {
  return new Intl.NumberFormat(language(), { style: "percent", maximumFractionDigits: 0 }).format(share);
}

function format(points: number, signDisplay: "auto" | "exceptZero"): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return new Intl.NumberFormat(language(), { ...digits, signDisplay })
    .format(Math.round(points * 10) / 10 + 0)
    .replace("-", "−");
}

function language(): string {
  return document.documentElement.lang || "en";
}
