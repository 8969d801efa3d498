import { App, type AppPlugin } from "@capacitor/app";
import { SystemBars, SystemBarsStyle } from "@capacitor/core";

type StyledBars = Pick<typeof SystemBars, "setStyle">;

export interface NativeParts {
  /** Navigates within the app. */
  go: (path: string) => void;
  app?: Pick<AppPlugin, "addListener" | "getLaunchUrl" | "minimizeApp">;
  bars?: StyledBars;
}

/** Session storage key: the link with which the store app was started has been opened. */
const launchedKey = "guildhall.native-launched";

/** Connects the page with the store app: Back, links to the site, and the colours of the bars. */
export async function startNative(parts: NativeParts): Promise<void> {
  const { go, app = App, bars = SystemBars } = parts;
  // Room for the status bar, which the page reaches behind.
  document.documentElement.dataset["native"] = "";
  followTheme(bars);
  await app.addListener("backButton", ({ canGoBack }) => {
    if (closeDialog()) return;
    // A phone's sheets have entries in the history, so this closes them first.
    if (canGoBack) history.back();
    else void app.minimizeApp();
  });
  await app.addListener("appUrlOpen", ({ url }) => openLink(url, go));
  if (sessionStorage.getItem(launchedKey) !== null) return;
  sessionStorage.setItem(launchedKey, "1");
  const launch = await app.getLaunchUrl();
  if (launch?.url !== undefined) openLink(launch.url, go);
}

/** Opens a link to this site; the system sends no others. */
function openLink(link: string, go: (path: string) => void): void {
  if (!URL.canParse(link)) return;
  const { origin, pathname, search, hash } = new URL(link);
  if (origin === location.origin) go(pathname + search + hash);
}

/** On a tablet a dialog has no entry in the history; Back closes it like Escape. */
function closeDialog(): boolean {
  const isWide = matchMedia("(min-width: 48rem)").matches;
  if (!isWide || document.querySelector('[role="dialog"]') === null) return false;
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  return true;
}

/** Keeps the text of the system's bars readable on the theme of the page. */
function followTheme(bars: StyledBars): void {
  const page = document.documentElement;
  const apply = () => {
    const style = page.dataset["theme"] === "dark" ? SystemBarsStyle.Dark : SystemBarsStyle.Light;
    void bars.setStyle({ style });
  };
  new MutationObserver(apply).observe(page, { attributeFilter: ["data-theme"] });
  apply();
}
