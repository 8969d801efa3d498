import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { reportsAt } from "@guildhall/web-kit/testing/community-server.ts";
import { openPage, servePages, server } from "@guildhall/web-kit/testing/open-page.tsx";
import { pressTwice } from "@guildhall/web-kit/testing/press-twice.ts";
import { buildMember } from "@guildhall/web-kit/testing/people.ts";
import {
  buildToken,
  type IntegrationsFixture,
  serveIntegrations,
} from "../../../testing/integrations.ts";
import { buildStaffOverview } from "../../../testing/staff.ts";
import { staffRoutes } from "../../staff/routes.tsx";

servePages();

let fixture: IntegrationsFixture;

beforeEach(() => {
  fixture = serveIntegrations("/api/staff");
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember({ isStaff: true }))),
    http.get("/api/staff/overview", () => HttpResponse.json(buildStaffOverview())),
    http.get("/api/staff/reports", () => HttpResponse.json(reportsAt([], "open"))),
  );
});

const open = () => openPage("/staff/integrations", ({ cache }) => staffRoutes(cache));
const problem = (status: number, code: string, detail: string, errors: object[] = []) =>
  HttpResponse.json({ status, code, detail, errors }, { status });
const dialogOf = async (name: string | RegExp) =>
  within(await screen.findByRole("dialog", { name }));

describe("the list of API tokens", () => {
  test("shows scopes, dates and states; only active tokens can be revoked", async () => {
    fixture.tokens = [
      buildToken({ lastUsed: "2026-11-28T10:00:00Z" }),
      buildToken({ id: "old", name: "Old export", expires: "2026-01-01T10:00:00Z" }),
      buildToken({ id: "gone", name: "Lost laptop", revoked: "2026-11-02T10:00:00Z" }),
    ];
    open();
    const active = within(await screen.findByRole("list", { name: "Active tokens" }));
    expect(active.getByText("Read members, Read analytics")).toBeTruthy();
    expect(active.getByText("gh_Ab3d…")).toBeTruthy();
    expect(active.getByText(/^Last used/)).toBeTruthy();
    const former = within(screen.getByRole("list", { name: "Expired and revoked tokens" }));
    expect(former.getByText("Expired")).toBeTruthy();
    expect(former.getByText("Revoked", { selector: "[data-slot=badge]" })).toBeTruthy();
    expect(former.queryByRole("button")).toBeNull();
  });

  test("says that there is none", async () => {
    open();
    expect(await screen.findByText("No active tokens")).toBeTruthy();
    expect(await screen.findByText("No webhooks yet")).toBeTruthy();
  });

  test("shows a failed load with a retry", async () => {
    server.use(http.get("/api/staff/api-tokens", () => problem(503, "away", "Away for a moment")));
    const { member } = open();
    expect(await screen.findByText("Away for a moment")).toBeTruthy();
    serveIntegrations("/api/staff").tokens = [buildToken()];
    await member.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("Member statistics")).toBeTruthy();
  });

  test("shows a missing permission once", async () => {
    const refusal = () => problem(403, "staff-permission-required", "Not for your role");
    server.use(
      http.get("/api/staff/api-tokens", refusal),
      http.get("/api/staff/webhooks", refusal),
    );
    open();
    expect(
      await screen.findAllByRole("heading", { name: "You don't have permission to see this" }),
    ).toHaveLength(1);
  });

  test("offers no 21st active token", async () => {
    fixture.tokens = Array.from({ length: 20 }, (_, index) => buildToken({ id: `t${index}` }));
    open();
    expect(await screen.findByText(/There are 20 active tokens/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "New token" })).toHaveProperty("disabled", true);
  });
});

describe("a new API token", () => {
  const create = async (member: ReturnType<typeof open>["member"]) => {
    await member.click(await screen.findByRole("button", { name: "New token" }));
    const form = await dialogOf("New API token");
    await member.type(form.getByLabelText("Name"), "Newsletter");
    await member.click(form.getByRole("checkbox", { name: "Read members" }));
    await member.selectOptions(form.getByLabelText("Expires"), "After 30 days");
    await member.click(form.getByRole("button", { name: "Create token" }));
    return dialogOf("Token “Newsletter” created");
  };

  test("needs a name and a scope", async () => {
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "New token" }));
    const form = await dialogOf("New API token");
    await member.click(form.getByRole("button", { name: "Create token" }));
    expect(await form.findByText("Please enter a name.")).toBeTruthy();
    expect(form.getByText("Please choose at least one.")).toBeTruthy();
    expect(fixture.sent).toEqual([]);
  });

  test("is created once by a double click", async () => {
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "New token" }));
    const form = await dialogOf("New API token");
    await member.type(form.getByLabelText("Name"), "Newsletter");
    await member.click(form.getByRole("checkbox", { name: "Read members" }));
    await pressTwice(form.getByRole("button", { name: "Create token" }));
    await dialogOf("Token “Newsletter” created");
    expect(fixture.sent).toHaveLength(1);
  });

  test("is shown once", async () => {
    const { member } = open();
    const shown = await create(member);
    expect(fixture.sent).toEqual([
      {
        method: "POST",
        path: "/api-tokens",
        body: { name: "Newsletter", scopes: ["members:read"], expiresInDays: 30 },
      },
    ]);
    expect(shown.getByText("gh_the-whole-secret")).toBeTruthy();
    await member.click(shown.getByRole("button", { name: "Copy" }));
    expect(await shown.findByRole("button", { name: "Copied" })).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe("gh_the-whole-secret");
    await member.click(shown.getByRole("button", { name: "Done" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.queryByText("gh_the-whole-secret")).toBeNull();
    expect(await screen.findByRole("button", { name: "Revoke Newsletter" })).toBeTruthy();
  });

  test("asks before it is closed without a copy", async () => {
    const { member } = open();
    const shown = await create(member);
    await member.keyboard("{Escape}");
    const question = await dialogOf("Close without copying?");
    await member.click(question.getByRole("button", { name: "Go back" }));
    expect(shown.getByText("gh_the-whole-secret")).toBeTruthy();
    await member.click(shown.getByRole("button", { name: "Done" }));
    await member.click(
      (await dialogOf("Close without copying?")).getByRole("button", { name: "Close anyway" }),
    );
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("shows the server's refusal at its field", async () => {
    server.use(
      http.post("/api/staff/api-tokens", () =>
        problem(422, "invalid", "Check the fields", [
          { field: "name", code: "taken", message: "Another token has this name." },
        ]),
      ),
    );
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "New token" }));
    const form = await dialogOf("New API token");
    await member.type(form.getByLabelText("Name"), "Newsletter");
    await member.click(form.getByRole("checkbox", { name: "Read members" }));
    await member.click(form.getByRole("button", { name: "Create token" }));
    expect(await form.findByText("Another token has this name.")).toBeTruthy();
  });

  test("asks for a recent authentication, and is then created", async () => {
    let isProven = false;
    server.use(
      http.post("/api/staff/api-tokens", () =>
        isProven
          ? HttpResponse.json({ ...buildToken(), token: "gh_proven" }, { status: 201 })
          : problem(403, "proof-required", "Confirm that it is you."),
      ),
      http.post("/api/identity/prove", () => {
        isProven = true;
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "New token" }));
    const form = await dialogOf("New API token");
    await member.type(form.getByLabelText("Name"), "Newsletter");
    await member.click(form.getByRole("checkbox", { name: "Read members" }));
    await member.click(form.getByRole("button", { name: "Create token" }));
    const proof = await dialogOf("Confirm it is you");
    await member.type(proof.getByLabelText("Password"), "correct horse");
    await member.click(proof.getByRole("button", { name: "Confirm" }));
    expect(await screen.findByText("gh_proven")).toBeTruthy();
  });
});

test("a token is revoked after a confirmation that names it", async () => {
  fixture.tokens = [buildToken()];
  const { member } = open();
  await member.click(await screen.findByRole("button", { name: "Revoke Member statistics" }));
  const dialog = await dialogOf("Revoke “Member statistics”?");
  await member.click(dialog.getByRole("button", { name: "Revoke" }));
  expect(await screen.findByText("“Member statistics” is revoked")).toBeTruthy();
  expect(fixture.sent[0]).toMatchObject({ method: "DELETE", path: "/api-tokens/token-1" });
  expect(await screen.findByRole("list", { name: "Expired and revoked tokens" })).toBeTruthy();
  expect(screen.getByText("No active tokens")).toBeTruthy();
});
