import { afterEach, expect, test, vi } from "vitest";
import { registerWorker } from "./service-worker.ts";

/** The browser's workers; this one never becomes ready. */
class FakeWorkers extends EventTarget {
  readonly ready = new Promise(() => undefined);
  readonly register = vi.fn<(path: string, options: object) => Promise<object>>(() =>
    Promise.resolve(Object.assign(new EventTarget(), { waiting: null, installing: null })),
  );
}

afterEach(() => Reflect.deleteProperty(navigator, "serviceWorker"));

test("a page follows the worker to the subject of a notification, on this site only", () => {
  const workers = new FakeWorkers();
  Object.defineProperty(navigator, "serviceWorker", { value: workers, configurable: true });
  const openPath = vi.fn<(path: string) => void>();
  registerWorker({ openPath });
  expect(workers.register).toHaveBeenCalledWith("/sw.js", { scope: "/", updateViaCache: "none" });
  const tell = (data: unknown) => workers.dispatchEvent(new MessageEvent("message", { data }));
  tell({ type: "open-path", path: "/notification/7" });
  tell({ type: "open-path", path: "//evil.example" });
  tell({ type: "unknown" });
  expect(openPath.mock.calls).toEqual([["/notification/7"]]);
});
