import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { StaffAffiliation } from "@guildhall/web-kit/api/affiliation-admin-types.ts";
import { affiliationRefusal, singlePage } from "@guildhall/web-kit/testing/affiliations.ts";
import { reportsAt } from "@guildhall/web-kit/testing/community-server.ts";
import { openPage, servePages, server } from "@guildhall/web-kit/testing/open-page.tsx";
import { buildMember } from "@guildhall/web-kit/testing/people.ts";
import { staffAffiliation } from "../../../testing/affiliation-admin.ts";
import { staffAffiliationRoutes } from "../main-routes.tsx";

servePages();

let oak: StaffAffiliation;
let sent: unknown[];
let searched: string[];

beforeEach(() => {
  oak = staffAffiliation();
  sent = [];
  searched = [];
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember({ isStaff: true }))),
    http.get("/api/staff/reports", () => HttpResponse.json(reportsAt([], "open"))),
    http.get("/api/staff/audit", () => HttpResponse.json(singlePage([]))),
    http.get("/api/staff/affiliations", ({ request }) => {
      const { searchParams } = new URL(request.url);
      searched.push(`${searchParams.get("q") ?? ""}/${searchParams.get("state") ?? ""}`);
      const elm = staffAffiliation({ id: "elm", name: "Elm House", urlPath: null });
      const found = [oak, elm].filter(({ name }) => name.includes(searchParams.get("q") ?? ""));
      return HttpResponse.json(singlePage(found));
    }),
    http.get("/api/staff/affiliations/:id", ({ params }) =>
      params["id"] === "oak"
        ? HttpResponse.json(oak)
        : HttpResponse.json(staffAffiliation({ id: "elm", name: "Elm House" })),
    ),
    http.patch("/api/staff/affiliations/oak", async ({ request }) => {
      const changes: unknown = await request.json();
      sent.push(changes);
      oak = Object.assign({}, oak, changes);
      if (oak.isPaused) oak = { ...oak, state: "paused", pauseReason: "Asked for by the board" };
      return HttpResponse.json(oak);
    }),
  );
});

const open = (path = "") =>
  openPage(`/staff/affiliations${path}`, () => [
    { path: "staff", children: staffAffiliationRoutes() },
  ]);
const dialog = async () => within(await screen.findByRole("dialog"));

describe("the list of affiliations", () => {
  test("is searched and filtered in the address", async () => {
    const { member, address } = open();
    const table = within(await screen.findByRole("table", { name: "Affiliations" }));
    expect(table.getByRole("link", { name: "Oak House" }).getAttribute("href")).toBe(
      "/staff/affiliations/oak",
    );
    expect(table.getAllByText("Listed")).toHaveLength(2);
    await member.type(screen.getByRole("searchbox", { name: "Find an affiliation" }), "Elm");
    await waitFor(() => expect(table.queryByText("Oak House")).toBeNull());
    await member.click(screen.getByRole("button", { name: "Paused" }));
    await waitFor(() => expect(searched.at(-1)).toBe("Elm/paused"));
    expect(address()).toBe("/staff/affiliations?q=Elm&state=paused");
  });

  test("says that nothing was found, and retries after a failure", async () => {
    let isFailing = true;
    server.use(
      http.get("/api/staff/affiliations", () =>
        isFailing
          ? HttpResponse.json(affiliationRefusal(500, "Failed to load"), { status: 500 })
          : HttpResponse.json(singlePage([])),
      ),
    );
    const { member } = open();
    expect(await screen.findByText("Failed to load")).toBeTruthy();
    isFailing = false;
    await member.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("No affiliations found")).toBeTruthy();
  });
});

describe("the page of an affiliation", () => {
  test("changes every field and sends only the differences", async () => {
    const { member } = open("/oak");
    await member.type(await screen.findByLabelText("Website"), "oak.example");
    await member.click(screen.getByRole("checkbox", { name: /^Verified/ }));
    await member.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText(/^Enter an address that begins with/)).toBeTruthy();
    await member.clear(screen.getByLabelText("Website"));
    await member.type(screen.getByLabelText("Website"), "https://oak.example");
    await member.type(screen.getByLabelText("Tagline"), "Old trees");
    await member.type(screen.getByLabelText("Short name"), "Oak");
    await member.click(screen.getByRole("checkbox", { name: /^Private/ }));
    await member.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Affiliation updated successfully!")).toBeTruthy();
    expect(sent).toEqual([
      {
        shortName: "Oak",
        tagline: "Old trees",
        website: "https://oak.example",
        isVerified: true,
        isPrivate: true,
      },
    ]);
  });

  test("pauses only with a reason, and lifts the pause", async () => {
    const { member } = open("/oak");
    await member.click(await screen.findByRole("button", { name: "Pause" }));
    const form = await dialog();
    expect(form.getByText(/in open tabs too/)).toBeTruthy();
    await member.click(form.getByRole("button", { name: "Pause" }));
    expect(await form.findByText("Please give a reason.")).toBeTruthy();
    await member.type(form.getByLabelText("Reason"), "Asked for by the board");
    await member.click(form.getByRole("button", { name: "Pause" }));
    expect(await screen.findByText(/Reason: Asked for by the board/)).toBeTruthy();
    await member.click(screen.getByRole("button", { name: "Lift the pause" }));
    await member.click((await dialog()).getByRole("button", { name: "Lift the pause" }));
    expect(await screen.findByText("Pause lifted")).toBeTruthy();
    expect(sent).toEqual([
      { isPaused: true, reason: "Asked for by the board" },
      { isPaused: false },
    ]);
  });

  test("offers a new portal with the affiliation's own name and path", async () => {
    const { member } = open("/oak");
    await member.click(await screen.findByRole("button", { name: "New portal" }));
    const form = await dialog();
    expect(form.getByLabelText<HTMLInputElement>("Brand name").value).toBe("Oak House");
    expect(form.getByLabelText<HTMLInputElement>("Subdomain").value).toBe("oak-house");
    expect(form.queryByRole("searchbox")).toBeNull();
  });

  test("has no actions after it was merged", async () => {
    oak = staffAffiliation({ state: "merged", mergedInto: { id: "elm", name: "Elm House" } });
    open("/oak");
    expect(await screen.findByText("This affiliation was merged")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Elm House" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Pause" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  });

  test("reports an unknown affiliation", async () => {
    server.use(
      http.get("/api/staff/affiliations/:id", () =>
        HttpResponse.json(affiliationRefusal(404, "Affiliation not found"), { status: 404 }),
      ),
    );
    open("/other");
    expect(await screen.findByText("Affiliation not found")).toBeTruthy();
  });
});

describe("a merge", () => {
  const preview = {
    from: { id: "oak", name: "Oak House" },
    into: { id: "elm", name: "Elm House" },
    members: 40,
    alreadyMembers: 7,
    communities: 3,
    pendingRequests: 2,
    openInvitations: 1,
    inviteCodes: 0,
    roleHolders: 2,
    blockedByPortal: false,
  };
  const choose = async (blockedByPortal = false) => {
    server.use(
      http.get("/api/staff/affiliations/oak/merge-preview", ({ request }) => {
        searched.push(new URL(request.url).searchParams.get("intoId") ?? "");
        return HttpResponse.json({ ...preview, blockedByPortal });
      }),
      http.post("/api/staff/affiliations/oak/merge", async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(staffAffiliation({ id: "elm", name: "Elm House" }));
      }),
    );
    const page = open("/oak");
    await page.member.click(await screen.findByRole("button", { name: "Merge into another" }));
    const form = await dialog();
    expect(form.queryByRole("radio", { name: /^Oak House/ })).toBeNull();
    await page.member.click(await form.findByRole("radio", { name: /^Elm House/ }));
    return { ...page, form, merge: form.getByRole<HTMLButtonElement>("button", { name: "Merge" }) };
  };

  test("shows what moves, needs a reason, and opens the one that stays", async () => {
    const { member, form, merge, path } = await choose();
    const moved = within(await form.findByRole("region", { name: "What moves" }));
    expect(moved.getByText("From Oak House to Elm House")).toBeTruthy();
    expect(moved.getByText("New members").nextSibling?.textContent).toBe("40");
    await member.click(merge);
    expect(await form.findByText("Please give a reason.")).toBeTruthy();
    await member.type(form.getByLabelText(/^Reason/), "The same school");
    await member.click(merge);
    expect(await screen.findByText("Oak House was merged into Elm House")).toBeTruthy();
    await waitFor(() => expect(path()).toBe("/staff/affiliations/elm"));
    expect(sent).toEqual([{ intoId: "elm", reason: "The same school" }]);
  });

  test("is not possible while its portal is open", async () => {
    const { form, merge } = await choose(true);
    expect(await form.findByText(/Archive the portal before/)).toBeTruthy();
    expect(merge.disabled).toBe(true);
  });
});

describe("the template of default communities", () => {
  test("is edited and saved as a whole", async () => {
    const general = {
      name: "General",
      description: "For all members of {affiliation}",
      visibility: "affiliations",
    };
    server.use(
      http.get("/api/staff/affiliations/template", () =>
        HttpResponse.json({ communities: [general], updatedAt: null }),
      ),
      http.put("/api/staff/affiliations/template", async ({ request }) => {
        const body: unknown = await request.json();
        sent.push(body);
        return HttpResponse.json({ ...Object(body), updatedAt: "2026-11-20T10:00:00Z" });
      }),
    );
    const { member } = open("/template");
    const first = within(await screen.findByRole("group", { name: "Community 1" }));
    expect(
      first.getByRole<HTMLButtonElement>("button", { name: "Remove community 1" }).disabled,
    ).toBe(true);
    await member.click(screen.getByRole("button", { name: "Add a community" }));
    await member.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findAllByText("Input is required")).toHaveLength(2);
    const second = within(screen.getByRole("group", { name: "Community 2" }));
    await member.type(second.getByLabelText(/^Name/), "News");
    await member.type(second.getByLabelText(/^Description/), "News of the house");
    await member.selectOptions(second.getByLabelText("Visibility"), "private");
    await member.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Default communities saved")).toBeTruthy();
    expect(sent).toEqual([
      {
        communities: [
          general,
          { name: "News", description: "News of the house", visibility: "private" },
        ],
      },
    ]);
  });
});
