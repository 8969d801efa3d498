import { t } from "@lingui/core/macro";
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, t`Edge`],
  [/OPR\//, t`Opera`],
  [/SamsungBrowser\//, t`Samsung Internet`],
  [/Firefox\/|FxiOS\//, t`Firefox`],
  [/Chrome\/|CriOS\//, t`Chrome`],
  [/Safari\//, t`Safari`],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, t`Android`],
  [/Windows/, t`Windows`],
  [/CrOS/, "ChromeOS"],
  [/Mac OS X/, "macOS"],
  [/Linux/, t`Linux`],
];

/** A name for a device by its user agent, such as "Chrome on Android". */
export function deviceName(userAgent: string): string {
  const find = (known: typeof BROWSERS) => known.find(([sign]) => sign.test(userAgent))?.[1];
  return `${find(BROWSERS) ?? t`A browser`} on ${find(SYSTEMS) ?? "an unknown system"}`;
}
