import type { CDPSession, Page } from "@playwright/test";
import { laidOut } from "./laid-out.ts";

/** Each journey is made twice: at a desk and on a phone. */
export const sizes = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const;

export type Size = keyof typeof sizes;

/** Who makes a page one of another size, and of what size it is now. */
const emulations = new WeakMap<Page, { devtools: CDPSession; size: Size }>();

/** Of what size a page of a desktop's browser is now. */
export function sizeOf(page: Page): Size {
  return emulations.get(page)?.size ?? "desktop";
}

/**
 * Makes a page of a desktop's browser one of a phone's, or the other way round, where it stands: what it shows
 * is laid out anew and not loaded.
 */
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
  // The page is wide or narrow at once; the application lays itself out for it in the frames after.
  await laidOut(page);
}
