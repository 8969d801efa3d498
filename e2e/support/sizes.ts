import type { CDPSession, Page } from "@playwright/test";
import { waitForLayout } from "./layout.ts";

/** Each test runs twice: at desktop and phone size. */
export const sizes = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const;

export type Size = keyof typeof sizes;

/** The DevTools session that emulates another size of a page, and its current size. */
const emulations = new WeakMap<Page, { devtools: CDPSession; size: Size }>();

/** The current size of a page in a desktop browser. */
export function sizeOf(page: Page): Size {
  return emulations.get(page)?.size ?? "desktop";
}

/** Resizes a page between desktop and phone without reloading it. */
export async function resize(page: Page, size: Size): Promise<void> {
  if (sizeOf(page) === size) return;
  const known = emulations.get(page)?.devtools;
  const devtools = known ?? (await page.context().newCDPSession(page));
  emulations.set(page, { devtools, size });
  const mobile = size === "phone";
  const metrics = { ...sizes[size], mobile, deviceScaleFactor: 1 };
  await Promise.all([
    devtools.send("Emulation.setDeviceMetricsOverride", metrics),
    devtools.send("Emulation.setTouchEmulationEnabled", { enabled: mobile }),
  ]);
  // The viewport changes immediately; the app renders in the following frames.
  await waitForLayout(page);
}
