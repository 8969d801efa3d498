import { act, screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, vi } from "vitest";
import type { Me } from "../api/types.ts";
import type { Progress } from "../features/accounts/onboarding/progress.ts";
import { siteRoutes } from "../routes/site-routes.tsx";
import type { App } from "../shell/app.ts";
import { type OpenedPage, server } from "./open-page.tsx";
import { progressAtTheBeginning, progressServer } from "./onboarding-server.ts";
import { buildMember, COMPLETED_ONBOARDING } from "./people.ts";

/** The onboarding wizard for tests: its routes, a newcomer, the server's answers and the layout. */

export const wizardRoutes = (app: App) =>
  siteRoutes(app, {
    open: [],
    member: [
      { path: "communities", element: <h1>My Communities</h1> },
      { path: "communities/:communityId", element: <h1>Bridges</h1> },
    ],
  });

export const unread = {
  ...COMPLETED_ONBOARDING,
  needsTerms: true,
  needsGuidelines: true,
  needsPrivacy: true,
  complete: false,
};
export const newcomer = buildMember({ onboarding: unread });
export const titles = ["Terms of Service", "Community Guidelines", "Privacy Policy"] as const;

/** The position that the server has stored, and every one that was sent. */
export const world = { stored: progressAtTheBeginning(), saved: [] as Progress[] };

export function resetWorld(): void {
  sessionStorage.clear();
  world.stored = progressAtTheBeginning();
  world.saved = [];
}

export function serve(me: Me): void {
  server.use(
    ...progressServer(world),
    http.get("/api/me", () => HttpResponse.json(me)),
    http.get("/api/transfer/targets", () => HttpResponse.json({ items: [] })),
  );
}

export const aDocument = {
  id: "1",
  key: "terms-of-service",
  title: "A document",
  content: "Text",
  html: "<p>Text</p>",
  lastUpdated: "2026-09-01T00:00:00Z",
  version: 1,
  effectiveDate: "2026-09-01",
};

export function serveDocuments(): void {
  server.use(http.get("/api/legal/:key", () => HttpResponse.json(aDocument)));
}

/** A text that is longer than its box, as in a browser with a layout. */
export function longTexts(): void {
  layOut(1400);
}

/** Lays texts of this height out in a box of 400 pixels, or of the given height. */
export function layOut(height: number, box = 400): void {
  vi.spyOn(Element.prototype, "scrollHeight", "get").mockReturnValue(height);
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(box);
}

/**
 * Returns a way to report that a text has changed its height; the element that scrolls keeps its own.
 */
export function followResizes(): (words: HTMLElement) => void {
  const observed = new Map<Element, () => void>();
  class Observer {
    readonly #onResize: () => void;
    constructor(onResize: () => void) {
      this.#onResize = onResize;
    }
    observe(element: Element): void {
      observed.set(element, this.#onResize);
    }
    unobserve(): void {}
    disconnect(): void {}
  }
  vi.stubGlobal("ResizeObserver", Observer);
  return (words) => {
    const texts = [...observed].filter(
      ([element]) => element.contains(words) && element.getAttribute("role") !== "region",
    );
    expect(texts).toHaveLength(1);
    act(() => texts[0]?.[1]());
  };
}

export async function readAndAgree(member: OpenedPage["member"], title: string): Promise<void> {
  const box = await screen.findByRole("checkbox", {
    name: `I have read and agree to the ${title}`,
  });
  await screen.findByText("Text");
  screen.getByRole("region", { name: `${title}, full text` }).dispatchEvent(new Event("scroll"));
  await waitFor(() => expect(box.hasAttribute("disabled")).toBe(false));
  await member.click(box);
}
