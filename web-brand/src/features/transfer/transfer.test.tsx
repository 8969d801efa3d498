import { act, screen, waitFor } from "@testing-library/react";
import { delay, http, HttpResponse } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Boot } from "@guildhall/web-kit/api/types.ts";
import { openPage, server, servePages } from "@guildhall/web-kit/testing/open-page.tsx";
import { buildMember } from "@guildhall/web-kit/testing/people.ts";
import { toasts } from "@guildhall/web-kit/ui/toast-store.ts";
import { transferLoader } from "@guildhall/web-kit/features/transfer/arrival.ts";
import { OnMainScreen } from "./on-main-screen.tsx";
import { SwitchingNotice } from "@guildhall/web-kit/features/transfer/switching-notice.tsx";
import {
  portalDestination,
  switchStore,
  switchTo,
} from "@guildhall/web-kit/features/transfer/switching.ts";
import { TransferScreen } from "@guildhall/web-kit/features/transfer/transfer-screen.tsx";

servePages();
beforeEach(() => history.replaceState(null, "", "/transfer#c=code&s=state"));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  history.replaceState(null, "", "/");
});

const arriving = () => [
  { path: "/", element: <h1>Home</h1> },
  { path: "communities", element: <h1>My Communities</h1> },
  { path: "transfer", loader: transferLoader, element: <TransferScreen /> },
];
const open = () => openPage("/transfer", arriving);

const aPortal: Partial<Boot> = {
  mode: "whitelabel",
  mainOrigin: "http://localhost:3000",
  portal: {
    tenantId: "t1",
    subdomain: "ashcombe",
    affiliationId: "a1",
    brandName: "Ashcombe",
    affiliationName: "Ashcombe College Alumni Association",
  },
};

/** A server that never responds; a request ends when it is aborted. */
const unanswered: typeof fetch = (_address, init) => {
  const signal = init?.signal;
  return new Promise((_done, fail) => {
    signal?.addEventListener("abort", () => fail(new Error("given up")));
  });
};

const redeem = (answer: () => Response | Promise<Response>) =>
  server.use(http.post("/api/transfer/redeem", answer));

test("an arrival shows the switch, then the target page", async () => {
  let sent: unknown;
  server.use(
    http.post("/api/transfer/redeem", async ({ request }) => {
      sent = await request.json();
      await delay(50);
      return HttpResponse.json({ success: true, redirectPath: "/communities" });
    }),
    http.get("/api/me", () => HttpResponse.json(buildMember())),
  );
  const { path } = open();
  expect(await screen.findByRole("heading", { name: "Switching Workspaces" })).toBeTruthy();
  expect(location.hash, "the proof is out of the address before it is sent").toBe("");
  await waitFor(() => expect(path()).toBe("/communities"));
  expect(sent).toEqual({ c: "code", s: "state" });
});

test("a refused arrival shows the reason and leads home", async () => {
  redeem(() =>
    HttpResponse.json({ status: 403, code: "x", detail: "Transfer failed" }, { status: 403 }),
  );
  const { member, path } = open();
  expect(await screen.findByRole("heading", { name: "Transfer Failed" })).toBeTruthy();
  expect(screen.getByText("Transfer failed")).toBeTruthy();
  await member.click(screen.getByRole("button", { name: "Return to Home" }));
  await waitFor(() => expect(path()).toBe("/"));
});

test("an empty response is reported as unprocessable", async () => {
  redeem(() => new HttpResponse(null, { status: 204 }));
  open();
  expect(await screen.findByText("Transfer processing failed")).toBeTruthy();
});

test("a response after ten seconds is reported as unprocessable", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.stubGlobal("fetch", unanswered);
  let said: unknown;
  void transferLoader().outcome.then((outcome) => {
    said = outcome;
  });
  await vi.advanceTimersByTimeAsync(9_999);
  expect(said).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(said).toEqual({ refusal: "Transfer processing failed" });
});

test("a failed arrival at a portal links to the main site", async () => {
  redeem(() =>
    HttpResponse.json({ status: 403, code: "x", detail: "Transfer failed" }, { status: 403 }),
  );
  openPage("/transfer", arriving, aPortal);
  const back = await screen.findByRole("link", { name: "Back to main" });
  expect(back.getAttribute("href")).toBe("http://localhost:3000");
});

test.each([
  ["a moment before its five seconds are over", 4_999, true],
  ["five seconds after it was loaded", 5_000, false],
])("accepts an arrival %s: %#", async (_, ms, counts) => {
  vi.useFakeTimers({ toFake: ["performance"] });
  vi.resetModules();
  const { isTransferPage } = await import("@guildhall/web-kit/features/transfer/flag.ts");
  vi.advanceTimersByTime(ms);
  expect(isTransferPage()).toBe(counts);
});

test("refuses an arrival on a page that was loaded earlier", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  vi.advanceTimersByTime(60_000);
  const sent = vi.fn<typeof fetch>();
  vi.stubGlobal("fetch", sent);
  expect(await transferLoader().outcome).toEqual({ refusal: "No valid session found" });
  expect(location.hash, "the proof is out of the address all the same").toBe("");
  expect(sent).not.toHaveBeenCalled();
});

test("an address without a proof has no session", async () => {
  history.replaceState(null, "", "/transfer");
  open();
  expect(await screen.findByText("No valid session found")).toBeTruthy();
});

const mains = () => [{ path: "staff/*", element: <OnMainScreen /> }];

test("transfers a member from a portal to a page of the main site", async () => {
  let sent: unknown;
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember())),
    http.post("/api/transfer", async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json({ detail: "Not now" }, { status: 429 });
    }),
  );
  openPage("/staff/tenants?q=a", mains, aPortal);
  const link = await screen.findByRole("link", { name: "Open it on Guildhall" });
  expect(link.getAttribute("href")).toBe("http://localhost:3000/staff/tenants?q=a");
  await waitFor(() => expect(sent).toEqual({ target: "main", redirectPath: "/staff/tenants?q=a" }));
  await waitFor(() => expect(toasts.snapshot().map(({ text }) => text)).toContain("Not now"));
});

const ashcombe = portalDestination({
  subdomain: "ashcombe",
  brandName: "Ashcombe",
  affiliationId: "a1",
  affiliationName: "Ashcombe College Alumni Association",
  url: "http://ashcombe.localhost:3000",
  looks: {
    initial: "A",
    markUrl: "/media/brand/ashcombe.webp",
    headings: "serif",
    css: ":root{--brand:light-dark(#6e1f3e,#8a3a58);--canvas:light-dark(#f8f4f4,#171313);}",
  },
});

/** Starts a transfer with a mock of the browser's navigation. */
function leaving(fetched: typeof fetch, wide = true) {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.stubGlobal("matchMedia", () => ({ matches: wide }));
  vi.stubGlobal("fetch", fetched);
  const assign = vi.fn<(url: string) => void>();
  vi.stubGlobal("location", { assign, origin: "http://localhost:3000" });
  return assign;
}

const url = "https://ashcombe.example/transfer/start";
const answersUrl = () => Promise.resolve(Response.json({ url }));

test.each([
  ["a wide window", true, 1500],
  ["a phone", false, 2000],
])("leaving waits on %s until the notice was readable", async (_, wide, ms) => {
  const assign = leaving(answersUrl, wide);
  const gone = switchTo(ashcombe);
  expect(switchStore.snapshot()?.name).toBe("Ashcombe");
  await vi.advanceTimersByTimeAsync(ms - 1);
  expect(assign).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await gone;
  expect(assign).toHaveBeenCalledWith(url);
  dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  expect(switchStore.snapshot()).toBeNull();
});

test("starts no second transfer for ten seconds", async () => {
  const fetched = vi.fn(answersUrl);
  const assign = leaving(fetched);
  void switchTo(ashcombe);
  await vi.advanceTimersByTimeAsync(9_999);
  void switchTo({ ...ashcombe, name: "Elsewhere" });
  expect(switchStore.snapshot()?.name).toBe("Ashcombe");
  expect([fetched.mock.calls.length, assign.mock.calls.length]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(1);
  expect(switchStore.snapshot(), "this page went nowhere, and can be used again").toBeNull();

  void switchTo({ ...ashcombe, name: "Elsewhere" });
  expect(switchStore.snapshot()?.name).toBe("Elsewhere");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fetched).toHaveBeenCalledTimes(2);
});

test("a session that is not created within ten seconds fails", async () => {
  const assign = leaving(unanswered);
  const gone = switchTo(ashcombe);
  await vi.advanceTimersByTimeAsync(10_000);
  await gone;
  expect(switchStore.snapshot()).toBeNull();
  expect(toasts.snapshot().map(({ text }) => text)).toContain(
    "Failed to create session for transfer",
  );
  expect(assign).not.toHaveBeenCalled();
});

test("the notice uses the target's colours, heading font and mark", async () => {
  leaving(unanswered);
  openPage("/", () => [{ path: "/", element: <SwitchingNotice /> }]);
  act(() => void switchTo(ashcombe));
  const notice = document.querySelector<HTMLElement>("[data-slot=switching]");
  expect(notice?.textContent).toContain("Taking you to Ashcombe. You stay signed in.");
  expect(notice?.dataset["type"]).toBe("serif");
  expect(notice?.style.getPropertyValue("--brand")).toBe("light-dark(#6e1f3e,#8a3a58)");
  const mark = notice?.querySelector("[data-slot=hallmark]");
  expect(mark?.querySelector("img")?.getAttribute("src")).toBe("/media/brand/ashcombe.webp");
  expect(mark?.hasAttribute("data-hue"), "no hue made of the name").toBe(false);
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(document.querySelector("[data-slot=switching]")).toBeNull();
});
