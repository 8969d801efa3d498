import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { DirectoryEntry } from "@guildhall/web-kit/api/types.ts";
import {
  affiliationRefusal,
  PERMISSIONS,
  singlePage,
} from "@guildhall/web-kit/testing/affiliations.ts";
import { nothingShared, person } from "@guildhall/web-kit/testing/factories.ts";
import { openPage, servePages, server } from "@guildhall/web-kit/testing/open-page.tsx";
import { pressTwice } from "@guildhall/web-kit/testing/press-twice.ts";
import { serveAdminArea } from "../../../../testing/affiliation-admin.ts";
import { manageRoutes } from "../../main-routes.tsx";

servePages();

let people: DirectoryEntry[];
/** The invitations that the server received. */
let invited: unknown[];

const entry = (userId: string, name: string): DirectoryEntry => ({
  ...person(userId, name),
  jobTitle: null,
  location: null,
  followersCount: 0,
  joinedDate: "2026-01-01T00:00:00Z",
  isFollowing: false,
  isSelf: false,
  shared: nothingShared,
});

beforeEach(() => {
  serveAdminArea("owner");
  people = [
    entry("kwame", "Kwame Boateng"),
    entry("ling", "Ling Zhao"),
    { ...entry("nadia", "Nadia Rahman"), isSelf: true },
  ];
  invited = [];
  server.use(
    http.get("/api/directory", ({ request }) => {
      const called = new URL(request.url).searchParams.get("q") ?? "";
      return HttpResponse.json(
        singlePage(people.filter((one) => one.displayName.includes(called))),
      );
    }),
    http.post("/api/affiliations/:id/invitations", async ({ request }) => {
      invited.push(await request.json());
      return HttpResponse.json({ id: "one", status: "pending" }, { status: 201 });
    }),
  );
});

const show = () =>
  openPage("/affiliation/oak-house/manage/invitations", ({ cache }) => manageRoutes(cache));

async function open() {
  const page = show();
  await page.member.click(await screen.findByRole("button", { name: "Invite people" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Invite to Oak House" }));
  const button = (name: string) => dialog.findByRole("button", { name });
  return { ...page, dialog, button };
}

const refuse = (status: number, body: object) =>
  server.use(
    http.post("/api/affiliations/:id/invitations", () => HttpResponse.json(body, { status })),
  );

describe("inviting by name", () => {
  test("a found user is invited once and stays marked after another search", async () => {
    const { member, dialog, button } = await open();
    expect(document.activeElement).toBe(dialog.getByRole("searchbox", { name: "Find people" }));
    expect(await dialog.findByText("(you)")).toBeTruthy();
    expect(dialog.queryByRole("button", { name: "Invite Nadia Rahman" })).toBeNull();
    await member.keyboard("Ling");
    await waitFor(() => expect(dialog.queryByText("Kwame Boateng")).toBeNull());
    await pressTwice(await button("Invite Ling Zhao"));
    expect(await screen.findByText("Invited Ling Zhao")).toBeTruthy();
    expect(invited).toEqual([{ userId: "ling" }]);
    await member.clear(dialog.getByRole("searchbox"));
    expect(await button("Invite Kwame Boateng")).toBeTruthy();
    const done = await button("Ling Zhao is invited");
    expect(done.hasAttribute("disabled")).toBe(true);
  });

  test.each([
    [
      "in the server's words",
      409,
      affiliationRefusal(409, "User is already a member of this affiliation"),
    ],
    ["in the page's, where it has none", 500, {}],
  ])("shows the refusal %s and can be retried", async (_, status, body) => {
    refuse(status, body);
    const { member, button } = await open();
    await member.click(await button("Invite Kwame Boateng"));
    const words = "detail" in body ? body.detail : "Failed to create affiliation invitation";
    expect(await screen.findByText(words)).toBeTruthy();
    const again = await button("Invite Kwame Boateng");
    await waitFor(() => expect(again.getAttribute("aria-busy")).toBeNull());
  });

  test("reports no matches, and a failed search", async () => {
    const { member, dialog } = await open();
    await member.type(dialog.getByRole("searchbox"), "Zebedee");
    expect(await dialog.findByText("Nobody found")).toBeTruthy();
    const { promise: requested, resolve: answer } = Promise.withResolvers<void>();
    server.use(
      http.get("/api/directory", async () => {
        await requested;
        return HttpResponse.json({}, { status: 500 });
      }),
    );
    await member.clear(dialog.getByRole("searchbox"));
    await member.type(dialog.getByRole("searchbox"), "Ada");
    // The result of this search is still loading.
    expect(await dialog.findByRole("status", { name: "Loading people" })).toBeTruthy();
    expect(dialog.queryByText("Nobody found")).toBeNull();
    answer();
    expect(await dialog.findByText("Failed to load members. Please try again.")).toBeTruthy();
  });
});

describe("who may invite", () => {
  const offered = async () => {
    await screen.findByRole("heading", { name: "Joining" });
    return screen.queryByRole("button", { name: "Invite people" }) !== null;
  };

  test("an admin may only with the owner's permission", async () => {
    const fixture = serveAdminArea("admin");
    show();
    expect(await offered()).toBe(false);
    cleanup();
    fixture.affiliation.viewer.permissions = [...PERMISSIONS.admin, "invite"];
    show();
    expect(await screen.findByRole("button", { name: "Invite people" })).toBeTruthy();
  });

  test("the owner may not while it is paused", async () => {
    const fixture = serveAdminArea("owner");
    fixture.affiliation.isPaused = true;
    show();
    expect(await offered()).toBe(false);
    expect(screen.getByText(/^Invitations cannot be sent while/)).toBeTruthy();
  });
});
