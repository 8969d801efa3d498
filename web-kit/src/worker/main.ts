/**
 * The service worker of a site. It stores the files of the build, one page, and the pictures that
 * the signed-in person has seen. Responses of the API are never stored here.
 */
import { i18n } from "@lingui/core";
import { isWorkerRequest } from "../offline/worker-messages.ts";
import { sendInBackground } from "./background-sync.ts";
import { answerFile, isBuildFile, pruneFiles, storeFirstFiles, storeUsedFiles } from "./files.ts";
import { answerPage, deleteOldPages, isAppPage, refreshPage } from "./pages.ts";
import { answerPicture, isPicture } from "./pictures.ts";
import { openNotification, renewSubscription, showPush } from "./push.ts";
import { worker } from "./scope.ts";

// The worker has no catalogues. The few texts that it shows are in `texts.ts`.
i18n.activate("en");

worker.addEventListener("install", (event) => {
  event.waitUntil(storeFirstFiles());
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(activate());
});

async function activate(): Promise<void> {
  await worker.registration.navigationPreload?.enable();
  await Promise.all([deleteOldPages(), pruneFiles(), refreshPage()]);
  await worker.clients.claim();
}

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== worker.location.origin || request.method !== "GET") return;
  if (request.mode === "navigate") {
    if (isAppPage(pathname)) event.respondWith(answerPage(event));
  } else if (isBuildFile(pathname)) {
    event.respondWith(answerFile(event));
  } else if (isPicture(request, pathname)) {
    event.respondWith(answerPicture(event));
  }
});

worker.addEventListener("message", (event) => {
  const request: unknown = event.data;
  if (!isWorkerRequest(request)) return;
  event.waitUntil(request.type === "take-over" ? worker.skipWaiting() : keepFiles(request.paths));
});

async function keepFiles(paths: readonly string[]): Promise<void> {
  await storeUsedFiles(paths);
  // A page that was being loaded while the worker became active is not controlled yet.
  await worker.clients.claim();
}

worker.addEventListener("push", (event) => {
  event.waitUntil(showPush(event.data));
});

worker.addEventListener("notificationclick", (event) => {
  event.waitUntil(openNotification(event.notification));
});

worker.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(renewSubscription(event.newSubscription, event.oldSubscription));
});

// Background Sync (WICG), which TypeScript does not know.
worker.addEventListener("sync", (event) => {
  if (!(event instanceof ExtendableEvent) || !("tag" in event)) return;
  event.waitUntil(sendInBackground(String(event.tag)));
});
