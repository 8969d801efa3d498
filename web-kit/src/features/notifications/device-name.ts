/** Names in a user agent, the more specific first. */
import { t } from "@lingui/core/macro";
const BROWSERS = [
  [/\bEdg(?:A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Interne"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
] as const;

const SYSTEMS = [
  [/iPhone|iPod/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/CrOS/, "ChromeOS"],
  [/Macintosh/, "Mac"],
  [/Linux/, "Linux"],
] as const;

type Device = Pick<Navigator, "userAgent" | "maxTouchPoints">;

/** "Chrome on Android": the name of this device in the list of devices. */
export function deviceName({ userAgent, maxTouchPoints }: Device = navigator): string {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1] ?? t`Browser`;
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  // An iPad identifies as a Mac, but no Mac has a touch screen.
  const isIpad = system === "Mac" && maxTouchPoints > 1;
  if (system === undefined) return browser;
  return t`${browser} on ${{ system: isIpad ? "iPad" : system }}`;
}
