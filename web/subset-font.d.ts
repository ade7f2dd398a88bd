/** The part of subset-font that `assets.ts` uses; the package brings no types of its own. */
declare module "subset-font" {
  interface Options {
    targetFormat: "woff2";
    variationAxes: Record<string, { min: number; max: number }>;
  }
  export default function subsetFont(font: Uint8Array, letters: string, options: Options): Promise<Uint8Array>;
}
