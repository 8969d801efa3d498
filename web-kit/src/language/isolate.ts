import { hasRightToLeft } from "./text-direction.ts";
import { activeLanguage } from "./active-language.ts";
import { directionOf } from "./languages.ts";

const FIRST_STRONG_ISOLATE = "\u2068";
const POP_ISOLATE = "\u2069";

/**
 * Isolates a name or another typed text that is put into a sentence, as `<bdi>` does in markup. Only
 * letters of the other direction reorder what is around them; any other text stays as it is.
 */
export function isolate(text: string): string {
  const isMirrored = directionOf(activeLanguage()) === "rtl";
  const reorders = isMirrored ? hasLetters(text) : hasRightToLeft(text);
  return reorders ? `${FIRST_STRONG_ISOLATE}${text}${POP_ISOLATE}` : text;
}

/** False for the key of a choice between wordings, which must stay as it is. */
function hasLetters(text: string): boolean {
  return /\p{L}/u.test(text) && !/^[a-z_-]+$/.test(text);
}
