import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

const key = "guildhall.security-alerts";
const server = setupServer();
let arrived: Record<string, unknown>[] = [];

beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
beforeEach(() => {
  localStorage.clear();
  arrived = [];
  vi.resetModules();
});
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const takes = http.post("/api/securityAlert", async ({ request }) => {
  const body: unknown = await request.json();
  if (typeof body === "object" && body !== null) arrived.push({ ...body });
  return HttpResponse.json({ id: "1" }, { status: 201 });
});
const fails = http.post("/api/securityAlert", () => HttpResponse.error());

const alertOf = (source: string) =>
  ({ alertType: "csp-violation", severity: "medium", source }) as const;
const sources = (reports: readonly Record<string, unknown>[]) =>
  reports.map(({ source }) => source);
const storedAlerts = (): unknown[] => {
  const found: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
  return Array.isArray(found) ? sources(found) : [];
};

test("an alert contains the page's path without query and fragment", async () => {
  server.use(takes);
  history.replaceState(null, "", "/verify-email?token=secret#c=secret");
  const { reportAlert } = await import("./alerts.ts");
  await reportAlert(alertOf("page"));
  expect(arrived).toHaveLength(1);
  expect(arrived[0]).toMatchObject({ alertType: "csp-violation", domain: "localhost" });
  const named =
    "alertType severity timestamp source domain url referrer userAgent language cookiesEnabled onlineStatus sessionId";
  expect(Object.keys(arrived[0] ?? {})).toEqual(expect.arrayContaining(named.split(" ")));
  expect(arrived[0]?.["clientFingerprint"]).toMatch(/^[0-9a-f]{8}$/);
  expect(JSON.stringify(arrived[0])).not.toContain("secret");
  expect(localStorage.getItem(key)).toBeNull();
});

test("stores alerts that failed and sends them later in order", async () => {
  server.use(fails);
  const { reportAlert, sendStoredAlerts } = await import("./alerts.ts");
  await reportAlert(alertOf("one"));
  await reportAlert(alertOf("two"));
  expect(storedAlerts()).toEqual(["one", "two"]);
  server.use(takes);
  await sendStoredAlerts();
  expect(sources(arrived)).toEqual(["one", "two"]);
  expect(localStorage.getItem(key)).toBeNull();
});

test("stores at most fifty alerts", async () => {
  server.use(fails);
  localStorage.setItem(
    key,
    JSON.stringify(Array.from({ length: 50 }, (_, at) => ({ source: `old ${at}` }))),
  );
  const { reportAlert } = await import("./alerts.ts");
  await reportAlert(alertOf("new"));
  expect(storedAlerts()).toHaveLength(50);
  expect(storedAlerts()[0]).toBe("old 1");
  expect(storedAlerts().at(-1)).toBe("new");
});

test("ignores a corrupted store", async () => {
  server.use(takes);
  localStorage.setItem(key, "{not json");
  const { sendStoredAlerts } = await import("./alerts.ts");
  await sendStoredAlerts();
  expect(arrived).toEqual([]);
});

test("reports a CSP violation", async () => {
  server.use(takes);
  const { watchSecurity } = await import("./alerts.ts");
  const stop = watchSecurity();
  const breach = Object.assign(new Event("securitypolicyviolation"), {
    effectiveDirective: "img-src",
    blockedURI: "https://elsewhere.example/x.png?who=me",
  });
  document.dispatchEvent(breach);
  await vi.waitFor(() => expect(arrived).toHaveLength(1));
  expect(arrived[0]?.["details"]).toEqual({
    directive: "img-src",
    blocked: "https://elsewhere.example/x.png",
  });
  stop();
});
