/**
 * The service worker of a site. It stores the files of the build, one page, and the pictures that
 * the signed-in person has seen. Responses of the API are never stored here.
 */
import { isWorkerRequest } from "../offline/worker-messages.ts";
import { sendInBackground } from "./background-sync.ts";
import { answerFile, isBuildFile, pruneFiles, storeFirstFiles, storeUsedFiles } from "./files.ts";
import { answerPage, deleteOldPages, isAppPage, refreshPage } from "./pages.ts";
import { answerPicture, isPicture } from "./pictures.ts";
import { openNotification, renewSubscription, showPush } from "./push.ts";
import { worker } from "./scope.ts";

/** Background Sync (WICG); TypeScript does not know it. */
interface SyncEvent extends ExtendableEvent {
  tag: string;
}

interface SubscriptionChangeEvent extends ExtendableEvent {
  newSubscription?: PushSubscription | null;
  oldSubscription?: PushSubscription | null;
}

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
  event.waitUntil(
    request.type === "take-over" ? worker.skipWaiting() : storeUsedFiles(request.paths),
  );
});

worker.addEventListener("push", (event) => {
  event.waitUntil(showPush(event.data));
});

worker.addEventListener("notificationclick", (event) => {
  event.waitUntil(openNotification(event.notification));
});

onOther<SubscriptionChangeEvent>("pushsubscriptionchange", (event) =>
  renewSubscription(event.newSubscription ?? null, event.oldSubscription ?? null),
);

onOther<SyncEvent>("sync", ({ tag }) => sendInBackground(tag));

/** Listens to an event that TypeScript does not know. */
function onOther<Kind extends ExtendableEvent>(
  name: string,
  handle: (event: Kind) => Promise<void>,
): void {
  worker.addEventListener(name, (event) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the name determines the type
    const known = event as Kind;
    known.waitUntil(handle(known));
  });
}
