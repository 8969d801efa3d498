import { describe, expect, test } from "vitest";
import { deviceName } from "./device-name.ts";
import { isPathOfSite, isWorkerNotice, isWorkerRequest } from "./worker-messages.ts";

describe("the messages between a page and the worker", () => {
  test.each(["/", "/notification/7", "/communities/a?b=c#d"])("open a path such as %s", (path) => {
    expect(isPathOfSite(path)).toBe(true);
    expect(isWorkerNotice({ type: "open-path", path })).toBe(true);
  });

  test.each(["//evil.example", "/\\evil.example", "https://evil.example", "evil", "", null, 7])(
    "never open another site by %s",
    (path) => {
      expect(isPathOfSite(path)).toBe(false);
      expect(isWorkerNotice({ type: "open-path", path })).toBe(false);
    },
  );

  test("are ignored if they are unknown or malformed", () => {
    expect(isWorkerRequest({ type: "take-over" })).toBe(true);
    expect(isWorkerRequest({ type: "keep-files", paths: ["/assets/a.js"] })).toBe(true);
    expect(isWorkerRequest({ type: "keep-files", paths: [7] })).toBe(false);
    expect(isWorkerRequest({ type: "unknown" })).toBe(false);
    expect(isWorkerRequest(null)).toBe(false);
  });
});

test.each([
  [
    "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36",
    "Chrome on Android",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) AppleWebKit/605.1 Version/18.0 Safari/604.1",
    "Safari on iOS",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0",
    "Edge on Windows",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  ["", "A browser on an unknown system"],
])("names the device of %s", (agent, name) => {
  expect(deviceName(agent)).toBe(name);
});
