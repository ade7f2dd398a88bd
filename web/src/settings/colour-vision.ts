/** How different two colours look, with ordinary vision and with colour-vision deficiencies. */

type Triple = readonly [number, number, number];
export type Vision = "ordinary" | "protanopia" | "deuteranopia" | "tritanopia";

// Machado, Oliveira, Fernandes, "A physiologically-based model for simulation of color vision deficiency" (2009), severity 1.
const SEEN: Record<Vision, readonly [Triple, Triple, Triple]> = {
  ordinary: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** Return the CIEDE2000 difference of two colours `#rrggbb` as seen with a kind of vision. */
export function difference(a: string, b: string, vision: Vision): number {
  return ciede2000(lab(seen(linear(a), vision)), lab(seen(linear(b), vision)));
}

function linear(hex: string): Triple {
  const part = (from: number) => {
    const value = Number.parseInt(hex.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

function seen([r, g, b]: Triple, vision: Vision): Triple {
  const [x, y, z] = SEEN[vision].map(([p, q, s]) => Math.min(1, Math.max(0, p * r + q * g + s * b)));
  return [x ?? 0, y ?? 0, z ?? 0];
}

function lab([r, g, b]: Triple): Triple {
  const f = (value: number) => (value > 216 / 24389 ? Math.cbrt(value) : (value * 24389) / 27 / 116 + 16 / 116);
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
  const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

// Sharma, Wu, Dalal, "The CIEDE2000 color-difference formula: implementation notes" (2005).
export function ciede2000([l1, a1, b1]: Triple, [l2, a2, b2]: Triple): number {
  const meanChroma = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const stretch = 1.5 - 0.5 * Math.sqrt(meanChroma ** 7 / (meanChroma ** 7 + 25 ** 7));
  const [c1, c2] = [Math.hypot(a1 * stretch, b1), Math.hypot(a2 * stretch, b2)];
  const [h1, h2] = [hue(a1 * stretch, b1), hue(a2 * stretch, b2)];
  const turn = c1 * c2 === 0 ? 0 : ((h2 - h1 + 540) % 360) - 180;
  const dHue = 2 * Math.sqrt(c1 * c2) * sinDegrees(turn / 2);
  const [l, c, h] = [(l1 + l2) / 2, (c1 + c2) / 2, c1 * c2 === 0 ? h1 + h2 : meanHue(h1, h2)];
  const t =
    1 -
    0.17 * cosDegrees(h - 30) +
    0.24 * cosDegrees(2 * h) +
    0.32 * cosDegrees(3 * h + 6) -
    0.2 * cosDegrees(4 * h - 63);
  const light = (l2 - l1) / (1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2));
  const chroma = (c2 - c1) / (1 + 0.045 * c);
  const shade = dHue / (1 + 0.015 * c * t);
  const rotation = -2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) * sinDegrees(60 * Math.exp(-(((h - 275) / 25) ** 2)));
  return Math.sqrt(light ** 2 + chroma ** 2 + shade ** 2 + rotation * chroma * shade);
}

function hue(a: number, b: number): number {
  return a === 0 && b === 0 ? 0 : ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
}

function meanHue(h1: number, h2: number): number {
  if (Math.abs(h1 - h2) <= 180) return (h1 + h2) / 2;
  return h1 + h2 < 360 ? (h1 + h2 + 360) / 2 : (h1 + h2 - 360) / 2;
}

function sinDegrees(angle: number): number {
  return Math.sin((angle * Math.PI) / 180);
}

function cosDegrees(angle: number): number {
  return Math.cos((angle * Math.PI) / 180);
}
