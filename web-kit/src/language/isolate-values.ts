import { i18n, type MessageDescriptor } from "@lingui/core";
import { hasRightToLeft } from "../ui/text-direction.ts";
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

type Values = Record<string, unknown>;

function withIsolates(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" ? isolate(value) : value,
    ]),
  );
}

let isInstalled = false;

/**
 * Isolates the texts that are put into translated sentences, in labels, dialogs, toasts and titles
 * alike, so that no screen must remember to.
 */
export function isolateValues(): void {
  if (isInstalled) return;
  isInstalled = true;
  const translate = i18n._.bind(i18n);
  const isolating: typeof translate = (
    text: MessageDescriptor | string,
    values?: Values,
    options?: Parameters<typeof translate>[2],
  ) => {
    if (typeof text === "string") {
      return translate(text, values && withIsolates(values), options);
    }
    return translate(
      text.values === undefined ? text : { ...text, values: withIsolates(text.values) },
    );
  };
  Object.assign(i18n, { _: isolating, t: isolating });
}
