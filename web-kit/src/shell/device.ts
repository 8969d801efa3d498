import { isIos } from "../ui/is-ios.ts";

/** True on phones and tablets, including those whose browser asks for the desktop site. */
export function isMobile(): boolean {
  return (
    isIos() ||
    /Android|Mobile/.test(navigator.userAgent) ||
    matchMedia("(pointer: coarse) and (hover: none)").matches
  );
}

export function isAndroid(): boolean {
  return navigator.userAgent.includes("Android");
}

/** Safari on iOS: other browsers there name themselves. */
export function isIosSafari(): boolean {
  const { userAgent } = navigator;
  return isIos() && userAgent.includes("Safari") && !/CriOS|FxiOS|EdgiOS|OPiOS/.test(userAgent);
}

/** True if the page runs as an app installed from the browser. */
export function isInstalledApp(): boolean {
  return (
    ["standalone", "fullscreen", "minimal-ui"].some(
      (mode) => matchMedia(`(display-mode: ${mode})`).matches,
    ) || Reflect.get(navigator, "standalone") === true
  );
}

/** True within the native wrapper. */
export function isNativeApp(): boolean {
  const wrapper: unknown = Reflect.get(window, "Capacitor");
  if (typeof wrapper !== "object" || wrapper === null) return false;
  const isNative: unknown = Reflect.get(wrapper, "isNativePlatform");
  return typeof isNative === "function" && Reflect.apply(isNative, wrapper, []) === true;
}
