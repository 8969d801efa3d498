import type { Page } from "@playwright/test";

/**
 * Keeps the drafts of a page in its own browser: they are synchronised between the browsers of an
 * account, and tests that run at once share accounts. Unlike a route, it leaves the HTTP cache on.
 */
export async function isolateDrafts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const KEY = "test:server-drafts";
    const PATH = "/api/me/drafts";
    const load = (): Record<string, unknown> => {
      const parsed: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
      return parsed !== null && typeof parsed === "object" ? { ...parsed } : {};
    };
    const respond = (method: string, place: string, body: unknown) => {
      const stored = load();
      if (method === "GET") return Response.json({ items: Object.values(stored) });
      if (method === "DELETE") {
        localStorage.setItem(KEY, JSON.stringify({ ...stored, [place]: undefined }));
        return new Response(null, { status: 204 });
      }
      const sent: unknown = typeof body === "string" ? JSON.parse(body) : {};
      const draft = { ...Object(sent), place, updated: new Date().toISOString() };
      localStorage.setItem(KEY, JSON.stringify({ ...stored, [place]: draft }));
      return Response.json(draft);
    };
    const send = window.fetch.bind(window);
    window.fetch = async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input, location.href);
      if (!url.pathname.startsWith(PATH)) return await send(input, init);
      const request = new Request(input, init);
      const place = decodeURIComponent(url.pathname.slice(PATH.length + 1));
      return respond(request.method, place, await request.text());
    };
  });
}
