/**
 * Translation of user-visible text. The English sentence is the key; `#messages` in the page holds the catalogue.
 *
 * The first argument of a call must be a literal in double quotes, so that scripts/extract_messages.py finds it.
 */

export type Catalogue = Record<string, string | string[]>;
export type Unit = "day" | "hour" | "minute" | "second";
type Values = Record<string, string | number>;

interface PageLanguage {
  code: string;
  catalogue: Catalogue;
}

const GETTEXT_ORDER: readonly Intl.LDMLPluralRule[] = ["zero", "one", "two", "few", "many", "other"];

let language: PageLanguage = { code: "en", catalogue: {} };
let plural = new Intl.PluralRules("en");

/** Switch to another language. */
export function setLanguage(code: string, catalogue: Catalogue): void {
  language = { code, catalogue };
  plural = new Intl.PluralRules(code);
}

/** Load the language and its catalogue from the page; without a catalogue it is English. */
export function loadLanguage(page: Document): void {
  const text = page.getElementById("messages")?.textContent;
  setLanguage(page.documentElement.lang || "en", text ? (JSON.parse(text) as Catalogue) : {});
}

/** Translate a sentence into the page's language. */
export function t(english: string, values: Values = {}): string {
  const found = language.catalogue[english];
  return fill(typeof found === "string" && found ? found : english, values);
}

/** Translate a sentence with a number, `{n}`, in the plural form that it needs. */
export function tn(one: string, many: string, n: number, values: Values = {}): string {
  const found = language.catalogue[one];
  const english = n === 1 ? one : many;
  const form = Array.isArray(found) ? found[Math.min(pluralIndex(n), found.length - 1)] : undefined;
  return fill(form || english, { n, ...values });
}

/** Join names as is usual in the page's language: "Ann, Bob and Cleo". */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(language.code).format(names);
}

/** Write a number with one decimal, in the page's language: "−2.5". */
export function decimal(n: number): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false };
  return n.toLocaleString(language.code, digits).replace("-", "\u2212");
}

/** Write a number with its unit in words, in the page's language: "3 minutes". */
export function withUnit(n: number, unit: Unit): string {
  return new Intl.NumberFormat(language.code, { style: "unit", unit, unitDisplay: "long" }).format(n);
}

/**
 * Return which form of the catalogue a number takes. Catalogues leave out the last categories of a language, those of
 * fractions and of millions, so a greater index means the last form.
 */
function pluralIndex(n: number): number {
  const { pluralCategories } = plural.resolvedOptions();
  return GETTEXT_ORDER.filter((category) => pluralCategories.includes(category)).indexOf(plural.select(n));
}

function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole));
}
