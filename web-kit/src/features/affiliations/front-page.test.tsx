import { act, screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Affiliation, AffiliationRequest, Me } from "../../api/types.ts";
import { MemberLayout } from "../../shell/member-layout.tsx";
import { affiliation, affiliationRequest, singlePage } from "../../testing/affiliations.ts";
import { openPage, servePages, server } from "../../testing/open-page.tsx";
import { buildMember, buildPortal, portalMembership } from "../../testing/people.ts";
import { PENDING_POLL_MS } from "./queries.ts";

servePages();

let oak: Affiliation;
let me: Me;
let own: AffiliationRequest[];

beforeEach(() => {
  oak = affiliation({ mayApply: true });
  me = buildMember({ portalMembership: { ...portalMembership, isMember: false } });
  own = [];
  server.use(
    http.get("/api/me", () => HttpResponse.json(me)),
    http.post("/api/usersCheckAuthStatus", () => HttpResponse.json({ customToken: "here" })),
    http.get("/api/affiliations/oak", () => HttpResponse.json(oak)),
    http.get("/api/affiliation-requests", () => HttpResponse.json(singlePage(own))),
  );
});
afterEach(() => vi.useRealTimers());

const open = () =>
  openPage(
    "/home",
    () => [
      {
        element: <MemberLayout />,
        children: [{ path: "/home", element: <p>Inside the portal</p> }],
      },
    ],
    { portal: buildPortal, mode: "whitelabel" },
  );

test("shows the application to those who may apply", async () => {
  open();
  const way = await screen.findByRole("link", { name: "Request to Join" });
  expect(way.getAttribute("href")).toBe("/affiliation/oak-house/apply");
  expect(screen.queryByText("Inside the portal")).toBeNull();
});

test("reports that applying is not possible", async () => {
  oak = affiliation({}, { isPrivate: true });
  open();
  expect(await screen.findByText("Invite Only")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Request to Join" })).toBeNull();
});

test("shows a rejected applicant the reason and a new application", async () => {
  own = [affiliationRequest("r1", { status: "rejected", rejectionReason: "Not in the register" })];
  open();
  expect(await screen.findByText("Not in the register")).toBeTruthy();
  expect(screen.getByText("You may ask again.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Request to Join" })).toBeTruthy();
});

test("opens the portal for a pending applicant once they are a member", async () => {
  oak = affiliation({ requestPending: true });
  own = [affiliationRequest("r1")];
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setInterval", "clearInterval"] });
  open();
  expect(await screen.findByRole("button", { name: "Request Pending" })).toBeTruthy();
  const name = "Withdraw the request to join Oak House";
  expect(await screen.findByRole("button", { name })).toBeTruthy();

  oak = affiliation({ isMember: true });
  me = buildMember({ portalMembership: portalMembership });
  await act(() => vi.advanceTimersByTimeAsync(PENDING_POLL_MS));
  expect(await screen.findByText("Inside the portal")).toBeTruthy();
});
