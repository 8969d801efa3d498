import { screen, waitFor, within } from "@testing-library/react";
import { delay, http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { Affiliation, AffiliationRequest } from "../../../api/types.ts";
import {
  affiliation,
  affiliationRequest,
  singlePage,
  affiliationRefusal,
} from "../../../testing/affiliations.ts";
import { person } from "../../../testing/factories.ts";
import { openPage, servePages, server, streams } from "../../../testing/open-page.tsx";
import { buildMember } from "../../../testing/people.ts";
import { pressTwice } from "../../../testing/press-twice.ts";
import { MemberLayout } from "../../../shell/member-layout.tsx";
import { requestsRoute } from "../routes.tsx";
import { wholeText } from "../../../testing/whole-text.ts";

servePages();

let oak: Affiliation;
let requests: AffiliationRequest[];
let approvals: number;

beforeEach(() => {
  oak = affiliation({ isMember: true, isAdmin: true });
  requests = [affiliationRequest("r1")];
  approvals = 0;
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember())),
    http.get("/api/transfer/targets", () => HttpResponse.json(singlePage([]))),
    http.get("/api/affiliations/:id", () => HttpResponse.json(oak)),
    http.get("/api/affiliations/oak/requests", ({ request }) => {
      const status = new URL(request.url).searchParams.get("status");
      return HttpResponse.json(singlePage(requests.filter((one) => one.status === status)));
    }),
    http.post("/api/affiliations/oak/requests/:id/approve", ({ params }) => {
      approvals += 1;
      return HttpResponse.json(answer(String(params["id"]), { status: "approved" }));
    }),
    http.post("/api/affiliations/oak/requests/:id/reject", async ({ params, request }) => {
      const said: unknown = await request.json();
      const change = Object.assign({}, said, { status: "rejected" as const });
      return HttpResponse.json(answer(String(params["id"]), change));
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
  openPage(`/affiliation/oak-house/requests${search}`, (app) => [
    { element: <MemberLayout />, children: [requestsRoute(app.cache)] },
  ]);
const card = async (name = "Ling Zhao") => within(await screen.findByRole("article", { name }));

describe("applications", () => {
  test("are shown with their answers", async () => {
    open();
    const one = await card();
    const mail = one.getByRole("link", { name: "ling@example.org" });
    expect(mail.getAttribute("href")).toBe("mailto:ling@example.org");
    expect(one.getByText("Motivation").nextElementSibling?.textContent).toBe("I like old trees.");
    expect(one.getByText(/Asked/)).toBeTruthy();
  });

  test("are approved once despite a double click, and listed as approved", async () => {
    const { member } = open();
    const one = await card();
    await pressTwice(one.getByRole("button", { name: "Approve Ling Zhao" }));
    expect(await screen.findByText("Ling Zhao is now a member")).toBeTruthy();
    expect(await screen.findByText("No pending requests")).toBeTruthy();
    expect(approvals).toBe(1);
    await member.click(screen.getByRole("tab", { name: "Approved" }));
    expect((await card()).getByText(wholeText(/^by Beatriz Nunes/))).toBeTruthy();
  });

  test("are rejected with a reason for the applicant and internal notes", async () => {
    const { member } = open();
    await member.click((await card()).getByRole("button", { name: "Reject Ling Zhao" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Reject Ling Zhao?" }));
    await member.click(dialog.getByRole("button", { name: "Reject" }));
    expect(await dialog.findByText("A reason is required to reject a request")).toBeTruthy();
    await member.type(dialog.getByLabelText(/Reason/), "Not in the register");
    await member.type(dialog.getByLabelText("Notes"), "Looked twice");
    await member.click(dialog.getByRole("button", { name: "Reject" }));
    expect(await screen.findByText("The request of Ling Zhao was rejected")).toBeTruthy();
    await member.click(screen.getByRole("tab", { name: "Rejected" }));
    const one = await card();
    expect(one.getByText("Not in the register")).toBeTruthy();
    expect(one.getByText("Looked twice")).toBeTruthy();
    expect(one.queryByRole("button")).toBeNull();
  });

  test("are updated when others answer them", async () => {
    open();
    await card();
    answer("r1", { status: "approved" });
    requests = [affiliationRequest("r2", { person: person("omar", "Omar Haddad") }), ...requests];
    const told = { affiliationId: "oak", affiliationRequestId: "r1" };
    streams[0]?.tell(2, { type: "affiliation-request.changed", ...told });
    expect(await card("Omar Haddad")).toBeTruthy();
    expect(screen.queryByRole("article", { name: "Ling Zhao" })).toBeNull();
  });

  test("are filtered by the address", async () => {
    answer("r1", { status: "rejected", rejectionReason: "Not in the register" });
    open("?status=rejected");
    expect((await card()).getByText("Not in the register")).toBeTruthy();
  });

  test("are paged", async () => {
    server.use(
      http.get("/api/affiliations/oak/requests", ({ request }) => {
        if (new URL(request.url).searchParams.get("cursor") === "next") {
          return HttpResponse.json(
            singlePage([affiliationRequest("r2", { person: person("omar", "Omar Haddad") })]),
          );
        }
        return HttpResponse.json({ items: requests, nextCursor: "next" });
      }),
    );
    const { member } = open();
    await card();
    await member.click(screen.getByRole("button", { name: "Show more" }));
    expect(await card("Omar Haddad")).toBeTruthy();
    expect(await card()).toBeTruthy();
  });
});

describe("failures", () => {
  test("a failed approval reports this at its request", async () => {
    server.use(
      http.post("/api/affiliations/oak/requests/:id/approve", () =>
        HttpResponse.json(affiliationRefusal(500, "Failed to process request"), { status: 500 }),
      ),
    );
    const { member } = open();
    const one = await card();
    await member.click(one.getByRole("button", { name: "Approve Ling Zhao" }));
    expect(await one.findByText("Failed to process request")).toBeTruthy();
    expect(one.getByRole("button", { name: "Approve Ling Zhao" })).toBeTruthy();
  });

  test.each(["Approve", "Reject"])(
    "allows clicking %s again after a network failure",
    async (action) => {
      const path = "/api/affiliations/oak/requests/:id";
      server.use(http.post(`${path}/${action.toLowerCase()}`, () => HttpResponse.error()));
      const { member } = open();
      const one = await card();
      server.use(
        http.get("/api/affiliations/oak/requests", async () => {
          await delay("infinite");
        }),
      );
      await member.click(one.getByRole("button", { name: `${action} Ling Zhao` }));
      const dialog = screen.queryByRole("dialog");
      if (dialog) {
        await member.type(within(dialog).getByLabelText(/Reason/), "Not in the register");
        await member.click(within(dialog).getByRole("button", { name: action }));
      }
      expect(await screen.findByText(/^Network error/)).toBeTruthy();
      const again = dialog
        ? within(dialog).getByRole("button", { name: action })
        : one.getByRole("button", { name: `${action} Ling Zhao` });
      await waitFor(() => expect(again.getAttribute("aria-busy")).toBeNull());
    },
  );

  test("a withdrawn request disappears with a message", async () => {
    server.use(
      http.post("/api/affiliations/oak/requests/:id/approve", () => {
        requests = [];
        const detail = "Affiliation request not found";
        return HttpResponse.json(affiliationRefusal(404, detail), { status: 404 });
      }),
    );
    const { member } = open();
    await member.click((await card()).getByRole("button", { name: "Approve Ling Zhao" }));
    expect(await screen.findByText("No pending requests")).toBeTruthy();
    expect(screen.getByText("Affiliation request not found")).toBeTruthy();
  });

  test("a failed rejection keeps its text", async () => {
    server.use(
      http.post("/api/affiliations/oak/requests/:id/reject", () =>
        HttpResponse.json({}, { status: 500 }),
      ),
    );
    const { member } = open();
    await member.click((await card()).getByRole("button", { name: "Reject Ling Zhao" }));
    const dialog = within(await screen.findByRole("dialog"));
    const reason = dialog.getByLabelText<HTMLTextAreaElement>(/Reason/);
    await member.type(reason, "Not in the register");
    await member.click(dialog.getByRole("button", { name: "Reject" }));
    expect(await dialog.findByText("Failed to process request")).toBeTruthy();
    expect(reason.value).toBe("Not in the register");
  });

  test("retries a list that failed to load", async () => {
    let requested = 0;
    server.use(
      http.get("/api/affiliations/oak/requests", () => {
        requested += 1;
        if (requested > 1) return HttpResponse.json(singlePage(requests));
        return HttpResponse.json(affiliationRefusal(500, "Failed to load requests"), {
          status: 500,
        });
      }),
    );
    const { member } = open();
    expect(await screen.findByText("Failed to load requests")).toBeTruthy();
    await member.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await card()).toBeTruthy();
  });

  test("is not found for viewers who are not admins", async () => {
    oak = affiliation({ isMember: true });
    open();
    await waitFor(() =>
      expect(screen.getByRole("heading", { name: "Affiliation not found" })).toBeTruthy(),
    );
  });
});
