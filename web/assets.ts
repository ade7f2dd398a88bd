/** Typefaces and icons of all pages, made from packages when the pages are built. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import subsetFont from "subset-font";
import type { Plugin } from "vite";

const require = createRequire(import.meta.url);
const NAMES: Record<string, string> = require("./icons.json");

/** The weights that the pages use of each variable typeface. */
const WEIGHTS = { onest: { min: 400, max: 800 }, unbounded: { min: 500, max: 800 } };
const LETTERS = {
  latin: `${range(0x20, 0x7e)}${range(0xa0, 0xff)}Œœ–—‘’“”„…·−€‹›•`,
  "latin-ext": `${range(0x100, 0x151)}${range(0x154, 0x17f)}`,
  cyrillic: `${range(0x400, 0x45f)}Ґґ№`,
};

/**
 * Emit each typeface as three files, cut down to the letters and weights in use, and its licence.
 * `styles/page/tokens.css` names the files.
 */
export function typefaces(): Plugin {
  const made = new Map<string, Uint8Array>();
  return {
    name: "typefaces",
    apply: "build",
    async generateBundle() {
      for (const [family, wght] of Object.entries(WEIGHTS)) {
        this.emitFile({
          type: "asset",
          fileName: `${family}-LICENSE.txt`,
          source: licence(`@fontsource-variable/${family}`),
        });
        for (const [script, letters] of Object.entries(LETTERS)) {
          const fileName = `${family}-${script}.woff2`;
          const source = made.get(fileName) ?? (await cut(family, script, letters, wght));
          made.set(fileName, source);
          this.emitFile({ type: "asset", fileName, source });
        }
      }
    },
  };
}

/** Emit the Lucide icons of `icons.json` as symbols of one file. */
export function icons(): Plugin {
  return {
    name: "icons",
    apply: "build",
    generateBundle() {
      const symbols = Object.entries(NAMES).map(([name, lucide]) => symbol(name, lucide));
      const source = `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>\n`;
      this.emitFile({ type: "asset", fileName: "icons.svg", source });
      this.emitFile({ type: "asset", fileName: "icons-LICENSE.txt", source: licence("lucide-static") });
    },
  };
}

function cut(family: string, script: string, letters: string, wght: { min: number; max: number }): Promise<Uint8Array> {
  const path = require.resolve(`@fontsource-variable/${family}/files/${family}-${script}-wght-normal.woff2`);
  return subsetFont(readFileSync(path), letters, { targetFormat: "woff2", variationAxes: { wght } });
}

function licence(name: string): string {
  return readFileSync(require.resolve(`${name}/LICENSE`), "utf8");
}

function symbol(name: string, lucide: string): string {
  const drawing = readFileSync(require.resolve(`lucide-static/icons/${lucide}.svg`), "utf8");
  const shapes = drawing.slice(drawing.indexOf(">", drawing.indexOf("<svg")) + 1, drawing.indexOf("</svg>"));
  return `<symbol id="${name}" viewBox="0 0 24 24">${shapes.replace(/\s+/g, " ").trim()}</symbol>`;
}

function range(first: number, last: number): string {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, offset) => first + offset));
}
