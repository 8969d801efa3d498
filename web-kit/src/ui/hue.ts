/** The decorative hues of marks; `theme/hues.css` gives each its two colours in both themes. */
const hues = ["teal", "rose", "amber", "violet", "brick", "green", "blue", "slate"] as const;
export type Hue = (typeof hues)[number];

/** Always the same hue for the same thing. */
export function hueFor(key: string): Hue {
  let sum = 7;
  for (const character of key) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return hues[sum % hues.length] ?? "slate";
}
