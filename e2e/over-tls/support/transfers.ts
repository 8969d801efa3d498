import type { Page } from "@playwright/test";
import { origin } from "../../support/sites.ts";
import { text } from "../../support/http.ts";

/** Requests a transfer to a page of Ashcombe's portal, from a page of the main site. */
export async function requestTransfer(page: Page, redirectPath = "/communities"): Promise<string> {
  const answer = await page.evaluate(async (path) => {
    const requested = await fetch("/api/transfer", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Guildhall": "1" },
      body: JSON.stringify({ subdomain: "ashcombe", redirectPath: path }),
    });
    return (await requested.json()) as unknown;
  }, redirectPath);
  return text(answer, "url");
}

/** Records every foreign origin that the page navigates to. */
export function watchOrigins(page: Page): () => string[] {
  const seen = new Set<string>();
  page.on("framenavigated", (frame) => {
    if (frame === page.mainFrame()) seen.add(new URL(frame.url()).origin);
  });
  page.on("request", (requested) => {
    if (requested.isNavigationRequest()) seen.add(new URL(requested.url()).origin);
  });
  return () => [...seen].filter((one) => one !== origin("main") && one !== origin("ashcombe"));
}
