import { i18n } from "@lingui/core";

/**
 * Surrounds each text with marks, so that a text that is not translated is seen, and text and layout
 * run from right to left. Only tests choose this language.
 */
export function mirrorTexts(): void {
  const translate = i18n._.bind(i18n);
  const marked = (...parts: Parameters<typeof translate>) => `⟦${translate(...parts)}⟧`;
  Object.assign(i18n, { _: marked, t: marked });
}
