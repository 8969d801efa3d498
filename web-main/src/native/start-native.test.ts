import type { AppPlugin } from "@capacitor/app";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { startNative } from "./start-native.ts";
import { inWrapper } from "./wrapper.ts";

type Handler = (event: { canGoBack?: boolean; url?: string }) => void;

let handlers: Map<string, Handler>;
let opened: string[];
let styles: string[];
let minimized: number;
let launchUrl: string | undefined;

beforeEach(() => {
  handlers = new Map();
  opened = [];
  styles = [];
  minimized = 0;
  launchUrl = undefined;
  sessionStorage.clear();
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
});

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

async function start(): Promise<void> {
  // Observers of earlier tests do not write to it.
  const set = styles;
  const app: unknown = {
    addListener: (kind: string, handler: Handler) => {
      handlers.set(kind, handler);
      return Promise.resolve({ remove: () => Promise.resolve() });
    },
    getLaunchUrl: () => Promise.resolve(launchUrl === undefined ? undefined : { url: launchUrl }),
    minimizeApp: () => {
      minimized += 1;
      return Promise.resolve();
    },
  };
  await startNative({
    go: (path) => opened.push(path),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the plugin of a test
    app: app as AppPlugin,
    bars: {
      setStyle: ({ style }) => {
        set.push(style);
        return Promise.resolve();
      },
    },
  });
}

const send = (kind: string, event: Parameters<Handler>[0]) => handlers.get(kind)?.(event);

describe("the store app", () => {
  test("goes back in the history, and is minimized on the first page", async () => {
    await start();
    const back = vi.spyOn(history, "back").mockReturnValue();
    send("backButton", { canGoBack: true });
    expect([back.mock.calls.length, minimized]).toEqual([1, 0]);
    send("backButton", { canGoBack: false });
    expect([back.mock.calls.length, minimized]).toEqual([1, 1]);
    back.mockRestore();
  });

  test("closes an open dialog of a tablet instead", async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    await start();
    const dialog = document.createElement("div");
    dialog.setAttribute("role", "dialog");
    document.body.append(dialog);
    const pressed: string[] = [];
    const record = ({ key }: KeyboardEvent) => pressed.push(key);
    document.addEventListener("keydown", record);
    send("backButton", { canGoBack: true });
    document.removeEventListener("keydown", record);
    expect([pressed, minimized]).toEqual([["Escape"], 0]);
  });

  test("opens links to its own site only", async () => {
    await start();
    send("appUrlOpen", { url: `${location.origin}/shared/7?from=mail#end` });
    send("appUrlOpen", { url: "https://elsewhere.example/shared/8" });
    send("appUrlOpen", { url: "not a link" });
    expect(opened).toEqual(["/shared/7?from=mail#end"]);
  });

  test("opens the link it was started with once", async () => {
    launchUrl = `${location.origin}/messages/5`;
    await start();
    await start();
    expect(opened).toEqual(["/messages/5"]);
  });

  test("gives the system's bars a text that suits the theme", async () => {
    document.documentElement.dataset["theme"] = "light";
    await start();
    document.documentElement.dataset["theme"] = "dark";
    await Promise.resolve();
    expect(styles).toEqual(["LIGHT", "DARK"]);
    delete document.documentElement.dataset["theme"];
  });

  test("is recognised on a later click if its bridge is injected late", () => {
    let started = 0;
    inWrapper(() => {
      started += 1;
    });
    document.body.click();
    expect(started).toBe(0);
    vi.stubGlobal("Capacitor", { isNativePlatform: () => true });
    document.body.click();
    document.body.click();
    expect(started).toBe(1);
  });
});
