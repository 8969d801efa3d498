import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { dispatchToWorker, fakeTab, type FakeTab, fakeWorker } from "./testing.ts";

let tabs: readonly FakeTab[] = [];
const worker = fakeWorker(() => tabs);
const badge = {
  setAppBadge: vi.fn<(count: number) => Promise<void>>(),
  clearAppBadge: vi.fn<() => Promise<void>>(),
};

beforeAll(async () => {
  await import("./main.ts");
});

beforeEach(() => {
  vi.clearAllMocks();
  tabs = [];
  worker.clients.matchAll.mockImplementation(() => Promise.resolve(tabs));
  badge.setAppBadge.mockResolvedValue();
  badge.clearAppBadge.mockResolvedValue();
  Object.assign(navigator, badge);
});

afterAll(() => vi.unstubAllGlobals());

/** Clicks a notification with this data; returns whether it was closed. */
async function click(data: unknown): Promise<boolean> {
  const close = vi.fn<() => void>();
  await dispatchToWorker("notificationclick", { notification: { data, close } });
  return close.mock.calls.length === 1;
}

describe("a click on a notification", () => {
  const path = "/notification/7";

  test("opens its subject in a new window if the site has no tab", async () => {
    expect(await click({ path })).toBe(true);
    expect(worker.clients.openWindow).toHaveBeenCalledWith(path);
  });

  test("focuses the tab that the person sees, and navigates within it", async () => {
    const [other, seen] = [fakeTab("/home"), fakeTab("/messages", true)];
    tabs = [other, seen];
    await click({ path });
    expect(seen.focus).toHaveBeenCalled();
    expect(seen.postMessage).toHaveBeenCalledWith({ type: "open-path", path });
    expect(other.postMessage).not.toHaveBeenCalled();
    expect(worker.clients.openWindow).not.toHaveBeenCalled();
  });

  test("uses a tab that was loaded without the worker, too", async () => {
    tabs = [fakeTab("/home")];
    await click({ path });
    const wanted = { type: "window", includeUncontrolled: true };
    expect(worker.clients.matchAll).toHaveBeenCalledWith(wanted);
    expect(tabs[0]?.postMessage).toHaveBeenCalled();
  });

  test("navigates even if the browser refuses the focus", async () => {
    const tab = fakeTab("/home");
    tab.focus = () => Promise.reject(new DOMException("no", "InvalidAccessError"));
    tabs = [tab];
    await click({ path });
    expect(tab.postMessage).toHaveBeenCalledWith({ type: "open-path", path });
  });

  test("leaves tabs that show a picture or an export alone", async () => {
    tabs = [fakeTab("/media/a.jpg"), fakeTab("/api/me/export")];
    await click({ path });
    expect(worker.clients.openWindow).toHaveBeenCalledWith(path);
  });

  test.each([null, undefined, {}, { path: "//evil.example" }, { path: "https://evil.example" }])(
    "never leaves the site (%j)",
    async (data) => {
      await click(data);
      const [opened] = worker.clients.openWindow.mock.calls[0] ?? [];
      expect(["/", "/activity"]).toContain(opened);
    },
  );
});

describe("a push message", () => {
  const push = (value: unknown) => dispatchToWorker("push", { data: { json: () => value } });
  const notice = { title: "Kwame replied", body: "At six?", path: "/notification/7", tag: "t" };

  test("is shown with its text, its subject and its tag", async () => {
    await push({ ...notice, badge: 3 });
    expect(worker.registration.showNotification).toHaveBeenCalledWith("Kwame replied", {
      body: "At six?",
      data: { path: "/notification/7" },
      tag: "t",
    });
  });

  test("sets the number on the app's icon, and removes it", async () => {
    await push({ ...notice, badge: 3 });
    expect(badge.setAppBadge).toHaveBeenCalledWith(3);
    await push({ ...notice, badge: 0 });
    expect(badge.clearAppBadge).toHaveBeenCalledTimes(1);
    await push({ ...notice, badge: null });
    expect(badge.setAppBadge).toHaveBeenCalledTimes(1);
  });

  test("is shown although the icon has no badge", async () => {
    badge.setAppBadge.mockRejectedValue(new DOMException("no", "InvalidStateError"));
    await push({ ...notice, badge: 3 });
    expect(worker.registration.showNotification).toHaveBeenCalledTimes(1);
  });

  test("is shown in general words if it is malformed, as browsers require", async () => {
    await dispatchToWorker("push", { data: null });
    await push({ path: "//evil.example", badge: "many" });
    for (const [title, options] of worker.registration.showNotification.mock.calls) {
      expect(title).toBe(location.hostname);
      expect(options).toMatchObject({ data: { path: "/activity" } });
    }
    expect(worker.registration.showNotification).toHaveBeenCalledTimes(2);
    expect(badge.setAppBadge).not.toHaveBeenCalled();
  });
});
