/**
 * The kill switch: a build with this worker removes the site's worker and its caches from every
 * browser that visits it. Open pages are reloaded, since the removed worker may have broken them.
 */
import { worker } from "./scope.ts";

worker.addEventListener("install", (event) => {
  event.waitUntil(worker.skipWaiting());
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(remove());
});

async function remove(): Promise<void> {
  const names = await caches.keys();
  await Promise.allSettled(names.map((name) => caches.delete(name)));
  await worker.clients.claim();
  const pages = await worker.clients.matchAll({ type: "window" });
  await worker.registration.unregister();
  await Promise.allSettled(pages.map((page) => page.navigate(page.url)));
}
