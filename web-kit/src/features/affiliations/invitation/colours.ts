import { inkOn } from "../../../ui/hue.ts";

const themed = (light: string, dark: string) => `light-dark(${light}, ${dark})`;

/**
 * Theme colours for a brand of which only one colour (`#rrggbb`) is known. The colour itself is
 * used where its contrast suffices, otherwise the nearest of its hue that does, in both themes.
 */
export function coloursOf(colour: string): Record<`--${string}`, string> {
  const of = (lightness: string, chroma = "c") => `oklch(from ${colour} ${lightness} ${chroma} h)`;
  const ink = inkOn(colour);
  // Moves away from the text colour, so that the text stays readable.
  const pressed = (by: number) => {
    const step = ink === "white" ? -by : by;
    return themed(of(`calc(l + ${step})`), of(`calc(max(l, 0.5) + ${step})`));
  };
  return {
    "--brand": themed(colour, of("max(l, 0.5)")),
    "--on-brand": ink,
    "--brand-hover": pressed(0.04),
    "--brand-active": pressed(0.075),
    "--brand-edge": themed(of("min(l, 0.6)"), of("max(l, 0.6)")),
    "--brand-text": themed(of("min(l, 0.5)"), of("max(l, 0.7)", "min(c, 0.15)")),
    "--deep": themed(of("0.265", "min(c * 0.42, 0.052)"), of("0.225", "min(c * 0.42, 0.052)")),
    "--deep-accent": of("max(l, 0.7)", "min(c, 0.14)"),
    "--on-deep": of("0.975", "min(c * 0.08, 0.01)"),
  };
}
