import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { Affiliation, Boot, Me } from "../../api/types.ts";
import { MemberLayout } from "../../shell/member-layout.tsx";
import { affiliation, singlePage, affiliationRefusal } from "../../testing/affiliations.ts";
import { openPage, servePages, server } from "../../testing/open-page.tsx";
import { buildMember, buildPortal, portalMembership } from "../../testing/people.ts";
import { pressTwice } from "../../testing/press-twice.ts";
import { affiliationPageRoutes } from "./routes.tsx";

servePages();

let oak: Affiliation;
let me: Me;
let requested: string[];

beforeEach(() => {
  oak = affiliation({ isMember: true, isPublic: true });
  me = buildMember();
  requested = [];
  server.use(
    http.get("/api/me", () => HttpResponse.json(me)),
    http.post("/api/usersCheckAuthStatus", () => HttpResponse.json({ customToken: "here" })),
    http.get("/api/transfer/targets", () => HttpResponse.json({ items: [] })),
    http.get("/api/affiliations/:id", () => HttpResponse.json(oak)),
    http.get("/api/affiliations/:id/members", () => HttpResponse.json(singlePage([]))),
    http.get("/api/affiliations/:id/invite-codes", () => HttpResponse.json(singlePage([]))),
    http.get("/api/affiliation-requests", () => HttpResponse.json(singlePage([]))),
    http.post("/api/affiliations/:id/leave", ({ params }) => {
      requested.push(String(params["id"]));
      oak = affiliation({ mayApply: true });
      me = buildMember({ portalMembership: { ...portalMembership, isMember: false } });
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

/** The page with its dialog open. */
async function open(changes: Partial<Boot> = {}) {
  const page = openPage(
    "/affiliation/oak-house",
    ({ cache }) => [
      ...affiliationPageRoutes(cache),
      { path: "/login", element: <p>Log in here</p> },
      { element: <MemberLayout />, children: [{ path: "/home", element: <p>Inside</p> }] },
    ],
    changes,
  );
  await page.member.click(await screen.findByRole("button", { name: "Member: actions" }));
  await page.member.click(await screen.findByRole("menuitem", { name: "Leave" }));
  const dialog = await screen.findByRole("dialog", { name: "Leave Oak House?" });
  const press = (name: string) =>
    page.member.click(within(dialog).getByRole("button", { name: name }));
  return { ...page, dialog, press };
}

const refuse = (status: number, body: object) =>
  server.use(http.post("/api/affiliations/:id/leave", () => HttpResponse.json(body, { status })));

describe("leaving", () => {
  test("asks first, runs once, and shows the application link", async () => {
    const { dialog } = await open();
    expect(requested).toEqual([]);
    expect(within(dialog).queryByText(/portal/)).toBeNull();
    await pressTwice(within(dialog).getByRole("button", { name: "Leave" }));
    expect(await screen.findByText("Left Oak House")).toBeTruthy();
    expect(await screen.findByRole("link", { name: "Request to Join" })).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.queryByRole("button", { name: /^Member/ })).toBeNull();
    expect(requested).toEqual(["oak"]);
  });

  test("returns the focus to the button of its menu", async () => {
    const { member, press } = await open();
    await press("Stay");
    const button = screen.getByRole("button", { name: "Member: actions" });
    await waitFor(() => expect(document.activeElement).toBe(button));
    // The dialog is loaded, and opens as the menu closes.
    await member.keyboard("{Enter}{End}{Enter}");
    await screen.findByRole("dialog");
    await member.keyboard("{Escape}");
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  test("can be cancelled", async () => {
    const { press } = await open();
    await press("Stay");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByRole("button", { name: /^Member/ })).toBeTruthy();
    expect(requested).toEqual([]);
  });

  test.each([
    ["open", true],
    ["shut", false],
  ])("states the effect on a portal that is %s", async (_, isActive) => {
    const brand = { brandName: "Oak", brandColour: null, brandLogo: null };
    oak.subdomainConfig = { subdomain: "oak", isActive, ...brand };
    const { dialog } = await open();
    const words = within(dialog).queryByText(/Its portal will be closed to you\./);
    expect(words !== null).toBe(isActive);
  });

  test.each([
    [
      "in the server's words",
      409,
      affiliationRefusal(409, "You are not a member of this affiliation."),
    ],
    ["in the page's, where it has none", 500, {}],
  ])("shows the refusal %s and can be retried", async (_, status, body) => {
    refuse(status, body);
    const { dialog, press } = await open();
    await press("Leave");
    const words = "detail" in body ? body.detail : "Failed to leave affiliation";
    const alert = within(dialog).getByRole("alert");
    await waitFor(() => expect(alert.textContent).toBe(words));
    const again = within(dialog).getByRole("button", { name: "Leave" });
    expect(again.getAttribute("aria-busy")).toBeNull();
  });

  test("reports a lost session", async () => {
    refuse(401, affiliationRefusal(401, "Please log in to manage affiliations"));
    const { press, path } = await open();
    await press("Leave");
    await waitFor(() => expect(path()).toBe("/login"));
    expect(await screen.findByText("Please log in to manage affiliations")).toBeTruthy();
    expect(screen.queryByText("Session expired. Please log in again.")).toBeNull();
  });

  test("is refused to the creator with the reason", async () => {
    oak.viewer.isCreator = true;
    const { dialog, member } = await open();
    const words =
      "The creator of an affiliation cannot leave it until another member has taken it over.";
    expect(within(dialog).getByText(words)).toBeTruthy();
    expect(within(dialog).queryByRole("button", { name: /Leave|Stay/ })).toBeNull();
    const close = within(dialog).getByText("Close", { selector: "button" });
    await member.click(close);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("leads to the portal's front page after leaving there", async () => {
    me = buildMember({ portalMembership: portalMembership });
    const { press, path } = await open({ portal: buildPortal, mode: "whitelabel" });
    await press("Leave");
    expect(await screen.findByText("Left Oak House")).toBeTruthy();
    expect(await screen.findByText("You are not a member of Guildhall yet")).toBeTruthy();
    expect(path()).toBe("/home");
    expect(screen.queryByText("Inside")).toBeNull();
  });
});

test("copies the page's address", async () => {
  const { member, press } = await open();
  await press("Stay");
  await member.click(await screen.findByRole("button", { name: /^Member/ }));
  await member.click(await screen.findByRole("menuitem", { name: "Copy link" }));
  expect(await screen.findByText("Link copied to clipboard.")).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe(
    new URL("/affiliation/oak-house", location.origin).href,
  );
});
