/** The decorative hues; `theme/hues.css` defines two colours of each for both themes. */
const hues = ["teal", "rose", "amber", "violet", "brick", "green", "blue", "slate"] as const;
export type Hue = (typeof hues)[number];

/** Returns the same hue for the same key. */
export function hueFor(key: string): Hue {
  let sum = 7;
  for (const character of key) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return hues[sum % hues.length] ?? "slate";
}

/** The text colour with the higher contrast on a background (`#rrggbb`). */
export function inkOn(colour: string): "white" | "black" {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = parts.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  // The luminance at which the contrast with white, 1.05 / (l + 0.05), equals that with black, (l +
  // 0.05) / 0.05.
  return luminance > 0.179 ? "black" : "white";
}
