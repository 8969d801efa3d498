/** Screens that report the end of the session themselves instead of redirecting (G-045). */
const screens: readonly string[] = ["/activity", "/support"];

/** True if a member stays at this address when their session ends. */
export const staysOnScreen = (path: string): boolean =>
  screens.some((screen) => path === screen || path.startsWith(`${screen}/`));
