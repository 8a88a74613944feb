export type Scheme = "light" | "dark";

/** Every custom property of a style sheet that is one solid color for each scheme. */
export const schemeColors = (css: string): Map<string, Record<Scheme, string>> =>
  new Map(
    [...css.matchAll(/--([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));/g)].map(
      ([, name = "", light = "", dark = "", both]) => [name, { light: both ?? light, dark: both ?? dark }],
    ),
  );

/** Relative luminance as WCAG 2 defines it. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio of two colors, from 1 to 21. */
export function contrast(front: string, back: string): number {
  const [dim = 0, bright = 0] = [front, back].map(luminance).toSorted((a, b) => a - b);
  return (bright + 0.05) / (dim + 0.05);
}
