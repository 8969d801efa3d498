import { screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { SetupChecklist as Checklist, TestEmail } from "@guildhall/web-kit/api/staff-types.ts";
import { openPage, server, servePages } from "@guildhall/web-kit/testing/open-page.tsx";
import { buildMember } from "@guildhall/web-kit/testing/people.ts";
import { SetupChecklist } from "./setup-checklist.tsx";

servePages();

const steps = [
  "legal-documents",
  "test-email",
  "second-factor",
  "affiliation",
  "portal",
  "domain",
  "invite-code",
] as const;

let checklist: Checklist;

/** A checklist with only these steps done. */
function withDone(done: readonly string[], testEmail: TestEmail | null = null): Checklist {
  return {
    complete: done.length === steps.length,
    steps: steps.map((step) => ({
      step,
      state: done.includes(step) ? "done" : "open",
      optional: step === "portal" || step === "domain",
    })),
    unpublishedDocuments: ["privacy-policy"],
    shippedDocuments: [],
    staffWithoutSecondFactor: 2,
    testEmail,
  };
}

beforeEach(() => {
  checklist = withDone([]);
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember({ isStaff: true }))),
    http.get("/api/staff/setup", () => HttpResponse.json(checklist)),
  );
});

const open = () => openPage("/", () => [{ index: true, element: <SetupChecklist /> }]);
const region = () => screen.findByRole("region", { name: "Set up this installation" });

test("says which legal texts members read as they came with the software", async () => {
  checklist.unpublishedDocuments = [];
  checklist.shippedDocuments = ["privacy-policy", "terms-of-service"];
  open();
  const list = within(await region());
  const text = "2 of 3 have the draft that came with the software, and members see it.";
  expect(list.getByText(`${text} Adapt the drafts and publish them.`)).toBeTruthy();
});

test("shows each open step with its action and the number of completed ones", async () => {
  checklist = withDone(["affiliation"]);
  open();
  const list = within(await region());
  expect(list.getByText("1 of 7 done")).toBeTruthy();
  const action = (name: string) => list.getByRole("link", { name }).getAttribute("href");
  expect(action("Open: Publish the legal documents")).toBe("/staff/legal");
  expect(action("Create: Invite the first members")).toBe("/staff/invite-codes");
  expect(list.getByText(/^1 of 3 is still a placeholder/)).toBeTruthy();
  expect(list.getByText(/^2 staff accounts have no second factor/)).toBeTruthy();
  expect(list.queryByRole("link", { name: /first affiliation/ })).toBeNull();
});

test("shows nothing once all steps are done", async () => {
  checklist = withDone(steps);
  let answered = 0;
  server.use(
    http.get("/api/staff/setup", () => {
      answered += 1;
      return HttpResponse.json(checklist);
    }),
  );
  open();
  await expect.poll(() => answered).toBe(1);
  expect(screen.queryByRole("region")).toBeNull();
});

test("skips only optional steps, and restores them", async () => {
  const sent: string[] = [];
  server.use(
    http.put("/api/staff/setup/domain", async ({ request }) => {
      const body = JSON.stringify(await request.json());
      sent.push(body);
      const state = body === '{"skipped":true}' ? "skipped" : "open";
      checklist = {
        ...checklist,
        steps: checklist.steps.map((one) => (one.step === "domain" ? { ...one, state } : one)),
      };
      return HttpResponse.json(checklist);
    }),
  );
  const { member } = open();
  const list = within(await region());
  expect(list.getAllByRole("button", { name: /^Skip/ })).toHaveLength(2);
  await member.click(list.getByRole("button", { name: "Skip: Connect a custom domain" }));
  expect(await list.findByText("1 of 7 done")).toBeTruthy();
  expect(list.queryByRole("link", { name: "Open: Connect a custom domain" })).toBeNull();
  await member.click(list.getByRole("button", { name: "Put back: Connect a custom domain" }));
  expect(await list.findByText("0 of 7 done")).toBeTruthy();
  expect(sent).toEqual(['{"skipped":true}', '{"skipped":false}']);
});

test("sends a test email and shows the worker's error", async () => {
  const requestedAt = "2026-11-29T12:00:00Z";
  const cause = "The mail server took too long to answer.";
  server.use(
    http.post("/api/staff/test-email", () => {
      const sending = withDone([], { state: "sending", cause: null, requestedAt });
      checklist = withDone([], { state: "failed", cause, requestedAt });
      return HttpResponse.json(sending, { status: 202 });
    }),
  );
  const { member } = open();
  await member.click(await screen.findByRole("button", { name: "Send test email" }));
  expect(await screen.findByText("Sending...")).toBeTruthy();
  expect(await screen.findByText(cause)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Send test email" })).toBeTruthy();
});

test("shows where emails are stored without a mail server", async () => {
  const caught = { state: "caught", cause: null, requestedAt: "2026-11-29T12:00:00Z" };
  checklist = withDone([], caught);
  open();
  const list = within(await region());
  expect(list.getByRole("link", { name: "/dev/mail" }).getAttribute("href")).toBe("/dev/mail");
});

test("can be reloaded after a failure", async () => {
  server.use(http.get("/api/staff/setup", () => new HttpResponse(null, { status: 500 })));
  const { member } = open();
  const again = await screen.findByRole("button", { name: "Try Again" });
  server.use(http.get("/api/staff/setup", () => HttpResponse.json(checklist)));
  await member.click(again);
  expect(await region()).toBeTruthy();
});
