// Written by scripts/make_types.py from src/tantrix/server/http/faces.py. Do not edit.

export const BODY =
  "M48.6 21.06Q48.6 28.06 42.54 31.56L6.06 52.62Q0 56.12 -6.06 52.62L-42.54 31.56Q-48.6 28.06 -48.6 21.06L-48.6 -21.06Q-48.6 -28.06 -42.54 -31.56L-6.06 -52.62Q0 -56.12 6.06 -52.62L42.54 -31.56Q48.6 -28.06 48.6 -21.06Z";
export const CAP = "M-25 -43.3A28.87 28.87 0 0 0 25 -43.3";
export const MOUTHS: readonly string[] = [
  "M-50 0C-40 0 -36 8 -30 18C-18 36 18 36 30 18C36 8 40 0 50 0",
  "M-50 0C-36 0 -32 22 0 22S36 0 50 0",
  "M-50 0C-34 0 -28 22 -4 20S30 0 50 0",
  "M-50 0C-40 0 -36 18 -24 18C-8 18 6 14 22 10C34 7 40 0 50 0",
  "M-50 0C-42 0 -38 16 -26 16H26C38 16 42 0 50 0",
  "M-50 0C-40 0 -38 22 -24 22S-10 12 0 12S12 22 24 22S40 0 50 0",
];
export const EYES: readonly string[] = [
  '<circle cx="-16" cy="-13" r="6.5"/><circle cx="16" cy="-13" r="6.5"/>',
  '<circle cx="-16" cy="-13" r="8"/><circle class="pupil" cx="-14.5" cy="-11" r="3.8"/><path class="drawn" d="M9 -12Q17 -19 25 -12"/>',
  '<path class="drawn" d="M-25 -10Q-17 -20 -9 -10M9 -10Q17 -20 25 -10"/>',
  '<path d="M-27 -22L-7 -14A10 9 0 0 1 -25 -9zM27 -22L7 -14A10 9 0 0 0 25 -9z"/><circle class="pupil" cx="-15" cy="-11.5" r="3.6"/><circle class="pupil" cx="15" cy="-11.5" r="3.6"/>',
  '<g class="drawn thin"><circle cx="-17" cy="-13" r="12"/><circle cx="17" cy="-13" r="12"/><path d="M-5 -14Q0 -17 5 -14"/></g><circle cx="-17" cy="-13" r="4.5"/><circle cx="17" cy="-13" r="4.5"/>',
  '<path d="M-26 -14a9 9 0 0 0 18 0zM8 -14a9 9 0 0 0 18 0z"/><circle class="pupil" cx="-16" cy="-10.5" r="3.6"/><circle class="pupil" cx="18" cy="-10.5" r="3.6"/>',
  '<circle cx="-17" cy="-13" r="9"/><circle cx="17" cy="-13" r="9"/><circle class="pupil" cx="-15" cy="-11" r="4.2"/><circle class="pupil" cx="19" cy="-11" r="4.2"/>',
];
export const ROBOT_FACES: Readonly<Record<string, string>> = {
  random: "17G",
  greedy: "24RR",
  beginner: "21Y",
  minimax: "26YY",
  forecast: "21RR",
  club: "36GG",
  expert: "45BB",
  master: "54RY",
  champion: "47GR",
  adaptive: "63RB",
  careful: "25GB",
  looper: "12Y",
  blocker: "54BR",
};
