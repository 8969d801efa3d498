import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { Affiliation, AffiliationRequest } from "@guildhall/web-kit/api/types.ts";
import {
  affiliation,
  affiliationRequest,
  singlePage,
  newAffiliationRequest,
  affiliationRefusal,
} from "@guildhall/web-kit/testing/affiliations.ts";
import { reportsAt } from "@guildhall/web-kit/testing/community-server.ts";
import { person } from "@guildhall/web-kit/testing/factories.ts";
import { openPage, servePages, server, streams } from "@guildhall/web-kit/testing/open-page.tsx";
import { buildMember } from "@guildhall/web-kit/testing/people.ts";
import { pressTwice } from "@guildhall/web-kit/testing/press-twice.ts";
import { staffRoutes } from "../../staff/routes.tsx";
import { wholeText } from "@guildhall/web-kit/testing/whole-text.ts";

servePages();

const DESK = "/api/staff/affiliation-requests";
const omar = { person: person("omar", "Omar Haddad"), userEmail: "omar@example.org" };

let requests: AffiliationRequest[];
let listed: Affiliation[];
let approvals: number;

beforeEach(() => {
  requests = [newAffiliationRequest("r2", omar), affiliationRequest("r1")];
  listed = [];
  approvals = 0;
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember({ isStaff: true }))),
    http.get("/api/staff/reports", () => HttpResponse.json(reportsAt([], "open"))),
    http.get("/api/staff/overview", () => {
      const waiting = requests.filter(({ status }) => status === "pending");
      return HttpResponse.json({ affiliationRequestsPending: waiting.length });
    }),
    http.get("/api/affiliations", () => HttpResponse.json(singlePage(listed))),
    http.get(DESK, ({ request }) => {
      const { searchParams } = new URL(request.url);
      const [status, type] = [searchParams.get("status"), searchParams.get("type")];
      const wanted = requests.filter((one) => one.status === status);
      return HttpResponse.json(
        singlePage(wanted.filter((one) => type === null || one.type === type)),
      );
    }),
    http.post(`${DESK}/:id/approve`, ({ params }) => {
      approvals += 1;
      const id = String(params["id"]);
      return HttpResponse.json(answer(id, { status: "approved", affiliationId: "elm" }));
    }),
    http.post(`${DESK}/:id/reject`, async ({ params, request }) => {
      const said: unknown = await request.json();
      const change = Object.assign({}, said, { status: "rejected" as const });
      return HttpResponse.json(answer(String(params["id"]), change));
    }),
    http.delete(`${DESK}/:id`, ({ params }) => {
      const left = requests.filter(({ id }) => id !== params["id"]);
      if (left.length === requests.length) return new HttpResponse(null, { status: 404 });
      requests = left;
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

function answer(id: string, change: Partial<AffiliationRequest>) {
  const reviewedBy = person("bea", "Beatriz Nunes");
  const answered = { reviewedBy, reviewedAt: "2026-11-21T10:00:00Z", ...change };
  requests = requests.map((one) => (one.id === id ? { ...one, ...answered } : one));
  return requests.find((one) => one.id === id);
}

const open = (search = "") =>
  openPage(`/staff/affiliation-requests${search}`, ({ cache }) => staffRoutes(cache));
const NEW = "Omar Haddad, Weavers of Elm Street";
const JOIN = "Ling Zhao, Oak House";
const card = async (name: string) => within(await screen.findByRole("article", { name }));
const is = (name: string) => screen.queryByRole("article", { name }) !== null;
const press = (name: string) => screen.getByRole("button", { name });

describe("the staff queue", () => {
  test("shows applications and requests for new affiliations with their texts", async () => {
    requests = [
      newAffiliationRequest("r2", { ...omar, isPrivate: true }),
      affiliationRequest("r1"),
    ];
    open();
    const added = await card(NEW);
    expect(added.getByText("New affiliation")).toBeTruthy();
    expect(added.getByText("Private")).toBeTruthy();
    expect(added.queryByRole("link", { name: "Weavers of Elm Street" })).toBeNull();
    expect(added.getByText("Nine looms and a dye garden.")).toBeTruthy();
    const mail = added.getByRole("link", { name: "omar@example.org" });
    expect(mail.getAttribute("href")).toBe("mailto:omar@example.org");
    const joined = await card(JOIN);
    expect(joined.getByText("To join")).toBeTruthy();
    expect(joined.queryByText("Private")).toBeNull();
    expect(joined.getByText("Motivation").nextElementSibling?.textContent).toBe(
      "I like old trees.",
    );
    const place = joined.getByRole("link", { name: "Oak House" });
    expect(place.getAttribute("href")).toBe("/affiliation/oak");
  });

  test("shows the pending count next to its section and updates it", async () => {
    const { member } = open();
    const nav = async () =>
      within(await screen.findByRole("navigation", { name: "Staff sections" }));
    expect(await (await nav()).findByRole("link", { name: /requests ?2 ?waiting/ })).toBeTruthy();
    await card(NEW);
    await member.click(press("Approve Ling Zhao"));
    expect(await screen.findByText("Ling Zhao is now a member")).toBeTruthy();
    expect(await (await nav()).findByRole("link", { name: /requests ?1 ?waiting/ })).toBeTruthy();
  });

  test("approves a new affiliation once despite a double click, and links to its page", async () => {
    const { member } = open();
    await card(NEW);
    await pressTwice(press("Approve Weavers of Elm Street"));
    expect(await screen.findByText("Weavers of Elm Street is now listed")).toBeTruthy();
    await waitFor(() => expect(is(NEW)).toBe(false));
    expect(approvals).toBe(1);
    await member.click(press("Approved"));
    const added = await card(NEW);
    expect(added.getByText(wholeText(/^by Beatriz Nunes/))).toBeTruthy();
    const page = added.getByRole("link", { name: "Weavers of Elm Street" });
    expect(page.getAttribute("href")).toBe("/affiliation/elm");
  });

  test("rejects a new affiliation only with a reason", async () => {
    const { member } = open();
    await card(NEW);
    await member.click(press("Reject Weavers of Elm Street"));
    const title = "Reject Weavers of Elm Street?";
    const dialog = within(await screen.findByRole("dialog", { name: title }));
    await member.click(dialog.getByRole("button", { name: "Reject" }));
    expect(await dialog.findByText("A reason is required to reject a request")).toBeTruthy();
    await member.type(dialog.getByLabelText(/Reason/), "It has no members of its own.");
    await member.click(dialog.getByRole("button", { name: "Reject" }));
    expect(await screen.findByText("The request of Omar Haddad was rejected")).toBeTruthy();
    await waitFor(() => expect(is(NEW)).toBe(false));
    await member.click(press("Rejected"));
    expect((await card(NEW)).getByText("It has no members of its own.")).toBeTruthy();
  });

  test.each(["pending", "rejected"] as const)(
    "removes a deleted request that is %s, even after a double click",
    async (status) => {
      if (status === "rejected") answer("r2", { status, rejectionReason: "It is a street." });
      const { member } = open(status === "pending" ? "" : `?status=${status}`);
      await card(NEW);
      const remove = `Delete the request of ${NEW}`;
      await member.click(press(remove));
      const title = { name: "Delete the request of Omar Haddad?" };
      const dialog = within(await screen.findByRole("dialog", title));
      await member.click(dialog.getByRole("button", { name: "Cancel" }));
      expect(is(NEW)).toBe(true);
      await member.click(press(remove));
      await pressTwice(
        within(screen.getByRole("dialog", title)).getByRole("button", { name: "Delete" }),
      );
      expect(await screen.findByText("Request deleted")).toBeTruthy();
      await waitFor(() => expect(is(NEW)).toBe(false));
      expect(requests.map(({ id }) => id)).toEqual(["r1"]);
    },
  );

  test("shows possible duplicates of a pending request", async () => {
    listed = [affiliation({}, { id: "ash", name: "Weavers of Ash Street", urlPath: null })];
    const { member } = open();
    const found = await screen.findByRole("list", { name: "Already listed with a similar name" });
    const double = within(found).getByRole("link", { name: "Weavers of Ash Street" });
    expect(double.getAttribute("href")).toBe("/affiliation/ash");
    await member.click(press("Reject Weavers of Elm Street"));
    const dialog = within(await screen.findByRole("dialog"));
    await member.type(dialog.getByLabelText(/Reason/), "It is there.");
    await member.click(dialog.getByRole("button", { name: "Reject" }));
    await waitFor(() => expect(is(NEW)).toBe(false));
    await member.click(press("Rejected"));
    await card(NEW);
    expect(screen.queryByText("Already listed with a similar name")).toBeNull();
  });

  test("filters by type and status, which are kept in the address", async () => {
    answer("r1", { status: "rejected", rejectionReason: "Not in the register" });
    const { member } = open("?status=rejected&type=join");
    expect((await card(JOIN)).getByText("Not in the register")).toBeTruthy();
    expect(press("To join").getAttribute("aria-pressed")).toBe("true");
    await member.click(press("New"));
    expect(await screen.findByText("No rejected requests")).toBeTruthy();
    await member.click(press("Pending"));
    expect(await card(NEW)).toBeTruthy();
    await member.click(press("To join"));
    expect(await screen.findByText("No pending requests")).toBeTruthy();
  });

  test("shows a new request and its pending state live", async () => {
    open();
    await card(NEW);
    const [requested, told] = [
      { affiliationName: "Friends of the Mill" },
      "affiliation-request.changed",
    ];
    requests = [newAffiliationRequest("r3", { ...omar, ...requested }), ...requests];
    streams[0]?.tell(2, { type: told, affiliationId: null, affiliationRequestId: "r3" });
    expect(await card("Omar Haddad, Friends of the Mill")).toBeTruthy();
    expect(await screen.findByRole("link", { name: /requests ?3 ?waiting/ })).toBeTruthy();
  });
});

describe("failures", () => {
  const detail = "Affiliation request not found";

  test("a request answered by someone else disappears with a message", async () => {
    server.use(
      http.post(`${DESK}/:id/approve`, () => {
        answer("r2", { status: "approved", affiliationId: "elm" });
        return HttpResponse.json(affiliationRefusal(404, detail), { status: 404 });
      }),
    );
    const { member } = open();
    await card(NEW);
    await member.click(press("Approve Weavers of Elm Street"));
    await waitFor(() => expect(is(NEW)).toBe(false));
    expect(screen.getByText(detail)).toBeTruthy();
  });

  test("a rejected request that no longer exists reports this in the dialog", async () => {
    server.use(
      http.post(`${DESK}/:id/reject`, () => {
        requests = [affiliationRequest("r1")];
        return HttpResponse.json(affiliationRefusal(404, detail), { status: 404 });
      }),
    );
    const { member } = open();
    await card(NEW);
    await member.click(press("Reject Weavers of Elm Street"));
    const dialog = within(await screen.findByRole("dialog"));
    const reason = dialog.getByLabelText<HTMLTextAreaElement>(/Reason/);
    await member.type(reason, "Nobody knows it");
    await member.click(dialog.getByRole("button", { name: "Reject" }));
    expect(await dialog.findByText(detail)).toBeTruthy();
    expect(reason.value).toBe("Nobody knows it");
    await member.click(dialog.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(is(NEW)).toBe(false));
  });

  test("a deletion without a network reports this and can be retried", async () => {
    server.use(http.delete(`${DESK}/:id`, () => HttpResponse.error(), { once: true }));
    const { member } = open();
    await card(NEW);
    await member.click(press(`Delete the request of ${NEW}`));
    const dialog = within(await screen.findByRole("dialog"));
    await member.click(dialog.getByRole("button", { name: "Delete" }));
    expect(await dialog.findByText(/^Network error/)).toBeTruthy();
    await member.click(dialog.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(is(NEW)).toBe(false));
  });

  test("a failed approval reports this at its request", async () => {
    server.use(http.post(`${DESK}/:id/approve`, () => HttpResponse.json({}, { status: 500 })));
    const { member } = open();
    const one = await card(NEW);
    await member.click(press("Approve Weavers of Elm Street"));
    expect(await one.findByText("Failed to process request")).toBeTruthy();
    expect(is(NEW)).toBe(true);
  });
});
