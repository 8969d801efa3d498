import { PAGE_CACHE_PREFIX } from "../offline/caches.ts";
import { buildEntry } from "./build.ts";
import { workerTexts } from "./texts.ts";

/** The page of this build. Each build has a cache of its own. */
const PAGE_CACHE = `${PAGE_CACHE_PREFIX}${buildEntry}`;
const PAGE = "/";

/** Paths that are answered by a server role instead of by the web app. */
const SERVER_PATHS =
  /^\/(api|media|dev|internal|transfer|\.well-known|clear-cookies|healthz|readyz)(\/|$)/;
/** Pages whose head or headers differ from those of the other pages. */
const SPECIAL_PAGES = /^\/(shared|login\/google)(\/|$)/;

/** True for a page of the web app. */
export function isAppPage(path: string): boolean {
  return !SERVER_PATHS.test(path);
}

/** The server's page, or the stored one without a connection. */
export async function answerPage(event: FetchEvent): Promise<Response> {
  try {
    const preloaded: unknown = await event.preloadResponse;
    const response = preloaded instanceof Response ? preloaded : await fetch(event.request);
    const { pathname } = new URL(event.request.url);
    if (!SPECIAL_PAGES.test(pathname)) event.waitUntil(storePage(response.clone()));
    return response;
  } catch {
    return (await storedPage()) ?? offlineResponse();
  }
}

/** Loads and stores the page, because the first one was loaded before there was a worker. */
export async function refreshPage(): Promise<void> {
  try {
    await storePage(await fetch(PAGE, { headers: { Accept: "text/html" } }));
  } catch {
    // The next page is stored when it is opened.
  }
}

/** Deletes the pages of other builds. */
export async function deleteOldPages(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PAGE_CACHE_PREFIX) && name !== PAGE_CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/**
 * Stores a page of this build. A page of another build proves that this one is outdated: its files
 * may be gone, so its page is deleted.
 */
async function storePage(response: Response): Promise<void> {
  const isPage = response.ok && response.headers.get("content-type")?.startsWith("text/html");
  if (isPage !== true) return;
  const cache = await caches.open(PAGE_CACHE);
  const html = await response.clone().text();
  if (html.includes(buildEntry)) await cache.put(PAGE, response);
  else await cache.delete(PAGE);
}

/** The stored page, marked so that its script shows stored data. */
async function storedPage(): Promise<Response | null> {
  const cache = await caches.open(PAGE_CACHE);
  const stored = await cache.match(PAGE, { ignoreVary: true });
  if (stored === undefined) return null;
  const headers = new Headers(stored.headers);
  // They describe the body as it was transferred.
  headers.delete("content-encoding");
  headers.delete("content-length");
  const html = await stored.text();
  return new Response(html.replace("<html ", "<html data-offline "), { headers });
}

function offlineResponse(): Response {
  return new Response(workerTexts().offline, {
    status: 503,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}
