import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { loadPage } from "../load-page.ts";
import { navFor } from "../nav-items.ts";
import { Root } from "../root.tsx";
import { openPage, servePages, server } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { guards } from "../../features/accounts/guards.ts";

vi.mock("../load-page.ts", () => ({ loadPage: vi.fn() }));

servePages();

const endsIn = (ms: number) => new Date(Date.now() + ms).toISOString();
const QUARTER_HOUR_MS = 15 * 60_000;

const viewed = (endsAt: string) =>
  buildMember({ viewedAs: { staffId: "owen", userId: "nadia", endsAt } });

beforeEach(() => {
  vi.mocked(loadPage).mockClear();
  server.use(http.get("/api/me", () => HttpResponse.json(viewed(endsIn(QUARTER_HOUR_MS)))));
});
afterEach(() => vi.useRealTimers());

let submitted = 0;

function open() {
  submitted = 0;
  const form = (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submitted += 1;
      }}
    >
      <button type="submit">Save</button>
    </form>
  );
  return openPage("/", ({ cache }) => [
    { element: <Root />, children: [{ index: true, loader: guards(cache).known, element: form }] },
  ]);
}

const banner = () => screen.findByRole("region", { name: "View as member" });

describe("a view as a member", () => {
  test("shows a banner with the member's name on every screen", async () => {
    open();
    expect((await banner()).textContent).toContain("You are viewing Guildhall as Nadia Rahman.");
  });

  test("has no banner for the viewer's own account", async () => {
    server.use(http.get("/api/me", () => HttpResponse.json(buildMember())));
    open();
    expect(await screen.findByRole("button", { name: "Save" })).toBeDefined();
    expect(screen.queryByRole("region", { name: "View as member" })).toBeNull();
  });

  test("stops, and loads the member's page in the staff area", async () => {
    let stopped = 0;
    server.use(
      http.delete("/api/view-as", () => {
        stopped += 1;
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { member } = open();
    await member.click(within(await banner()).getByRole("button", { name: "Stop" }));
    await waitFor(() => expect(loadPage).toHaveBeenCalledWith("/staff/users/nadia"));
    expect(stopped).toBe(1);
  });

  test("shows the reason if it cannot be stopped", async () => {
    server.use(
      http.delete("/api/view-as", () =>
        HttpResponse.json({ status: 500, code: "x", detail: "No answer" }, { status: 500 }),
      ),
    );
    const { member } = open();
    await member.click(within(await banner()).getByRole("button", { name: "Stop" }));
    // The root and the test's page both show the message.
    expect((await screen.findAllByText("No answer")).length).toBeGreaterThan(0);
    expect(loadPage).not.toHaveBeenCalled();
  });

  test("submits no form", async () => {
    const { member } = open();
    await banner();
    await member.click(screen.getByRole("button", { name: "Save" }));
    const message = "You are viewing Guildhall as a member. This view is read-only.";
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
    expect(submitted).toBe(0);
  });

  test("returns to the staff area when its time is over", async () => {
    server.use(http.get("/api/me", () => HttpResponse.json(viewed(endsIn(30)))));
    open();
    await waitFor(() => expect(loadPage).toHaveBeenCalledWith("/staff/users/nadia"));
  });

  test("does not lead to messages, activity and support", () => {
    const places = new Set(["communities", "messages", "activity", "support", "profile"]);
    const labels = navFor("search", viewed(endsIn(QUARTER_HOUR_MS)), places).map(
      ({ label }) => label,
    );
    expect(labels).toEqual(["My Communities", "Profile"]);
  });
});
