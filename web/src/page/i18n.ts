/**
 * Words for people. English is the key; the page carries the catalogue of its language in `#messages`.
 *
 * Calls keep a literal first argument in double quotes, so that the extractor finds them.
 */

export type Catalogue = Record<string, string | string[]>;
type Values = Record<string, string | number>;

interface PageLanguage {
  code: string;
  catalogue: Catalogue;
}

const GETTEXT_ORDER: Record<string, readonly Intl.LDMLPluralRule[]> = {
  en: ["one", "other"],
  ru: ["one", "few", "many"],
  pl: ["one", "few", "many"],
};

let language: PageLanguage = { code: "en", catalogue: {} };
let plural = new Intl.PluralRules("en");

/** Speak another language from now on. */
export function setLanguage(code: string, catalogue: Catalogue): void {
  language = { code, catalogue };
  plural = new Intl.PluralRules(code);
}

/** Read the language and its catalogue from the page; without one the page speaks English. */
export function loadLanguage(page: Document): void {
  const text = page.getElementById("messages")?.textContent;
  setLanguage(page.documentElement.lang || "en", text ? (JSON.parse(text) as Catalogue) : {});
}

/** Say a sentence in the page's language. */
export function t(english: string, values: Values = {}): string {
  const found = language.catalogue[english];
  return fill(typeof found === "string" && found ? found : english, values);
}

/** Say a sentence that counts; `{n}` in it is the number. */
export function tn(one: string, many: string, n: number, values: Values = {}): string {
  const found = language.catalogue[one];
  const english = n === 1 ? one : many;
  const form = Array.isArray(found) ? found[pluralIndex(n)] : undefined;
  return fill(form || english, { n, ...values });
}

/** Join names as the page's language does: "Ann, Bob and Cleo". */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(language.code).format(names);
}

function pluralIndex(n: number): number {
  const order = GETTEXT_ORDER[language.code] ?? ["one", "other"];
  const index = order.indexOf(plural.select(n));
  return index < 0 ? order.length - 1 : index;
}

function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole));
}
