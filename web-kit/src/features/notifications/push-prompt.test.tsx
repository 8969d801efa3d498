import { cleanup, screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { afterEach, beforeEach, expect, test } from "vitest";
import { activityItem, activityPage } from "../../testing/activity.ts";
import { serveNotifications } from "../../testing/notifications.ts";
import { openPage, servePages, server } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { installPush, type PushBrowser } from "../../testing/push-browser.ts";
import { activityRoutes } from "../activity/routes.tsx";

servePages();

const TITLE = "Get push notifications on this device";

let browser: PushBrowser;
let remove: () => void;

beforeEach(() => {
  localStorage.clear();
  ({ browser, remove } = installPush());
  serveNotifications();
  server.use(http.get("/api/me", () => HttpResponse.json(buildMember())));
  serveItems(activityItem("news"));
});
afterEach(() => remove());

function serveItems(item: ReturnType<typeof activityItem>) {
  server.use(http.get("/api/activity", () => HttpResponse.json(activityPage([item]))));
}

/** Opens the activity centre and waits for its items. */
async function visit() {
  const page = openPage("/activity", ({ cache }) => activityRoutes(cache));
  await screen.findByRole("heading", { level: 3 });
  return page;
}

async function visitTwice() {
  await visit();
  cleanup();
  const page = await visit();
  await screen.findByRole("heading", { name: TITLE });
  return page;
}

const offer = () => screen.queryByRole("heading", { name: TITLE });

test("is not shown at the first visit with unread items", async () => {
  await visit();
  expect(offer()).toBeNull();
});

test("is not shown while everything is read", async () => {
  serveItems(activityItem("old", { read: true }));
  await visit();
  cleanup();
  await visit();
  expect(offer()).toBeNull();
});

test("turns push notifications on at the second visit", async () => {
  const { member } = await visitTwice();
  expect(browser.questions).toBe(0);
  await member.click(screen.getByRole("button", { name: "Turn on" }));
  expect(await screen.findByText("This device receives push notifications now.")).toBeDefined();
  await waitFor(() => expect(offer()).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
});

test("is declined for good", async () => {
  const { member } = await visitTwice();
  await member.click(screen.getByRole("button", { name: "No, thanks" }));
  expect(offer()).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
  cleanup();
  await visit();
  expect(offer()).toBeNull();
});

test("disappears for good after the member blocked notifications", async () => {
  browser.answer = "denied";
  const { member } = await visitTwice();
  await member.click(screen.getByRole("button", { name: "Turn on" }));
  await waitFor(() => expect(offer()).toBeNull());
});

test("is not shown where the browser cannot receive push notifications", async () => {
  remove();
  await visit();
  cleanup();
  await visit();
  expect(offer()).toBeNull();
});
