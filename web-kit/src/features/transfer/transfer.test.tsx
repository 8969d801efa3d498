import { screen, waitFor } from "@testing-library/react";
import { delay, http, HttpResponse } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openPage, server, servePages } from "../../testing/open-page.tsx";
import { aMember } from "../../testing/people.ts";
import { transferLoader } from "./arrival.ts";
import { TransferScreen } from "./transfer-screen.tsx";

servePages();
beforeEach(() => history.replaceState(null, "", "/transfer#c=code&s=state"));
afterEach(() => history.replaceState(null, "", "/"));

const open = () =>
  openPage("/transfer", () => [
    { path: "/", element: <h1>Home</h1> },
    { path: "communities", element: <h1>My Communities</h1> },
    { path: "transfer", loader: transferLoader, element: <TransferScreen /> },
  ]);

const redeem = (answer: () => Response | Promise<Response>) =>
  server.use(http.post("/api/transfer/redeem", answer));

test("an arrival says that workspaces are switched, then shows where it leads", async () => {
  let sent: unknown;
  server.use(
    http.post("/api/transfer/redeem", async ({ request }) => {
      sent = await request.json();
      await delay(50);
      return HttpResponse.json({ success: true, redirectPath: "/communities" });
    }),
    http.get("/api/me", () => HttpResponse.json(aMember())),
  );
  const { path } = open();
  expect(await screen.findByRole("heading", { name: "Switching Workspaces" })).toBeTruthy();
  expect(location.hash, "the proof is out of the address before it is sent").toBe("");
  await waitFor(() => expect(path()).toBe("/communities"));
  expect(sent).toEqual({ c: "code", s: "state" });
});

test("one that is refused says why, and leads home", async () => {
  redeem(() =>
    HttpResponse.json({ status: 403, code: "x", detail: "Transfer failed" }, { status: 403 }),
  );
  const { member, path } = open();
  expect(await screen.findByRole("heading", { name: "Transfer Failed" })).toBeTruthy();
  expect(screen.getByText("Transfer failed")).toBeTruthy();
  await member.click(screen.getByRole("button", { name: "Return to Home" }));
  await waitFor(() => expect(path()).toBe("/"));
});

test("one that is answered with nothing could not be processed", async () => {
  redeem(() => new HttpResponse(null, { status: 204 }));
  open();
  expect(await screen.findByText("Transfer processing failed")).toBeTruthy();
});

test("an address without its proof has no session", async () => {
  history.replaceState(null, "", "/transfer");
  open();
  expect(await screen.findByText("No valid session found")).toBeTruthy();
});

test.each([
  ["a wide window", true, 1500],
  ["a phone", false, 2000],
])("leaving waits on %s until the notice was read", async (_, wide, ms) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.stubGlobal("matchMedia", () => ({ matches: wide }));
  const assign = vi.fn<(url: string) => void>();
  const { switching, switchTo } = await import("./switching.ts");
  const url = "https://ashcombe.example/transfer/start";
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ url })));
  vi.stubGlobal("location", { assign, origin: "http://localhost:3000" });
  const gone = switchTo({ name: "Ashcombe", initial: "A", target: { subdomain: "ashcombe" } });
  expect(switching.snapshot()?.name).toBe("Ashcombe");
  await vi.advanceTimersByTimeAsync(ms - 1);
  expect(assign).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await gone;
  expect(assign).toHaveBeenCalledWith(url);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  expect(switching.snapshot()).toBeNull();
});
