const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/CrOS/, "ChromeOS"],
  [/Mac OS X/, "macOS"],
  [/Linux/, "Linux"],
];

/** A name for a device by its user agent, such as "Chrome on Android". */
export function deviceName(userAgent: string): string {
  const find = (known: typeof BROWSERS) => known.find(([sign]) => sign.test(userAgent))?.[1];
  return `${find(BROWSERS) ?? "A browser"} on ${find(SYSTEMS) ?? "an unknown system"}`;
}
