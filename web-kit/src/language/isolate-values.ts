import { i18n, type MessageDescriptor } from "@lingui/core";
import { isolate } from "./isolate.ts";

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
