import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { SentInvitationRow } from "@guildhall/web-kit/api/affiliation-admin-types.ts";
import { affiliationRefusal, singlePage } from "@guildhall/web-kit/testing/affiliations.ts";
import { person } from "@guildhall/web-kit/testing/factories.ts";
import { openPage, servePages, server } from "@guildhall/web-kit/testing/open-page.tsx";
import { serveAdminArea } from "../../../../testing/affiliation-admin.ts";
import { manageRoutes } from "../../main-routes.tsx";

servePages();

let rows: SentInvitationRow[];
let sent: unknown[];

beforeEach(() => {
  sent = [];
  rows = [
    {
      id: "i1",
      person: person("ling", "Ling Zhao"),
      status: "open",
      invitedBy: "Olga Frey",
      createdAt: "2026-11-20T10:00:00Z",
      acceptedAt: null,
    },
  ];
});

function open(role: "owner" | "admin" = "owner") {
  serveAdminArea(role);
  server.use(
    http.get("/api/affiliations/oak/invitations", ({ request }) => {
      const status = new URL(request.url).searchParams.get("status");
      return HttpResponse.json(singlePage(rows.filter((row) => row.status === status)));
    }),
    http.delete("/api/affiliations/oak/invitations/:id", ({ params }) => {
      rows = rows.filter(({ id }) => id !== params["id"]);
      return new HttpResponse(null, { status: 204 });
    }),
    http.put("/api/affiliations/oak/joining", async ({ request }) => {
      const body = await request.json();
      sent.push(body);
      return HttpResponse.json(body);
    }),
    http.post("/api/affiliations/oak/invitations/bulk", async ({ request }) => {
      const body = await request.json();
      sent.push(body);
      return HttpResponse.json({
        dryRun: Reflect.get(Object(body), "dryRun"),
        invited: 2,
        skipped: 2,
        rows: [
          { line: 1, address: "ling@oak.example", outcome: "invited", message: "" },
          { line: 2, address: "new@oak.example", outcome: "invited", message: "" },
          { line: 3, address: "ling@oak.example", outcome: "duplicate", message: "" },
          { line: 4, address: "nonsense", outcome: "invalid", message: "Not an email address" },
        ],
      });
    }),
  );
  return openPage("/affiliation/oak-house/manage/invitations", ({ cache }) => manageRoutes(cache));
}

const dialog = async () => within(await screen.findByRole("dialog"));

describe("sent invitations", () => {
  test("are listed by state, and an open one is withdrawn", async () => {
    const { member } = open();
    const list = within(await screen.findByRole("list", { name: "Sent invitations" }));
    expect(list.getByText(/^Invited by Olga Frey/)).toBeTruthy();
    await member.click(list.getByRole("button", { name: "Withdraw the invitation of Ling Zhao" }));
    await member.click((await dialog()).getByRole("button", { name: "Withdraw" }));
    expect(await screen.findByText("Invitation withdrawn")).toBeTruthy();
    expect(await screen.findByText("No open invitations")).toBeTruthy();
    await member.click(screen.getByRole("button", { name: "Accepted" }));
    expect(await screen.findByText("No accepted invitations")).toBeTruthy();
  });

  test("report one that was accepted meanwhile", async () => {
    const { member } = open();
    const detail = "The invitation was already accepted";
    server.use(
      http.delete("/api/affiliations/oak/invitations/:id", () =>
        HttpResponse.json(affiliationRefusal(409, detail), { status: 409 }),
      ),
    );
    await member.click(
      await screen.findByRole("button", { name: "Withdraw the invitation of Ling Zhao" }),
    );
    const form = await dialog();
    await member.click(form.getByRole("button", { name: "Withdraw" }));
    expect(await form.findByText(detail)).toBeTruthy();
  });
});

describe("a list of addresses", () => {
  test("is checked by row before it is sent", async () => {
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "Invite by list" }));
    const form = await dialog();
    await member.click(form.getByRole("button", { name: "Check the list" }));
    expect(await form.findByText("Enter at least one address, or choose a CSV file.")).toBeTruthy();
    await member.type(
      form.getByLabelText("Email addresses"),
      "ling@oak.example, new@oak.example;ling@oak.example{Enter}nonsense",
    );
    await member.click(form.getByRole("button", { name: "Check the list" }));
    const rowsShown = within(await form.findByRole("table", { name: "Rows" }));
    // The rows with errors come first.
    expect(rowsShown.getAllByRole("row").map((row) => row.textContent)).toEqual([
      "RowAddressResult",
      "4nonsenseInvalid addressNot an email address",
      "1ling@oak.exampleInvited",
      "2new@oak.exampleInvited",
      "3ling@oak.exampleListed twice",
    ]);
    expect(form.getByText(/Nothing was sent yet\. 1 row has an error\./)).toBeTruthy();
    await member.click(form.getByRole("button", { name: "Send the invitations" }));
    expect(await form.findByRole("button", { name: "Done" })).toBeTruthy();
    const addresses = ["ling@oak.example", "new@oak.example", "ling@oak.example", "nonsense"];
    expect(sent).toEqual([
      { addresses, dryRun: true },
      { addresses, dryRun: false },
    ]);
  });

  test("is checked again after a change", async () => {
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "Invite by list" }));
    const form = await dialog();
    await member.type(form.getByLabelText("Email addresses"), "ling@oak.example");
    await member.click(form.getByRole("button", { name: "Check the list" }));
    await form.findByRole("button", { name: "Send the invitations" });
    await member.type(form.getByLabelText("Email addresses"), " x@oak.example");
    expect(form.getByRole("button", { name: "Check the list" })).toBeTruthy();
    expect(form.queryByRole("table")).toBeNull();
  });

  test("is read from a CSV file", async () => {
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "Invite by list" }));
    const form = await dialog();
    const csv = "name;email\nLing;ling@oak.example";
    await member.upload(
      form.getByLabelText("CSV file"),
      new File([csv], "members.csv", { type: "text/csv" }),
    );
    expect(await form.findByText("members.csv")).toBeTruthy();
    expect(form.queryByLabelText("Email addresses")).toBeNull();
    await member.click(form.getByRole("button", { name: "Check the list" }));
    await form.findByRole("button", { name: "Send the invitations" });
    expect(sent).toEqual([{ csv, dryRun: true }]);
  });

  test("shows why it was refused", async () => {
    const { member } = open();
    const detail = "At most 500 rows";
    server.use(
      http.post("/api/affiliations/oak/invitations/bulk", () =>
        HttpResponse.json(affiliationRefusal(422, detail), { status: 422 }),
      ),
    );
    await member.click(await screen.findByRole("button", { name: "Invite by list" }));
    const form = await dialog();
    await member.type(form.getByLabelText("Email addresses"), "ling@oak.example");
    await member.click(form.getByRole("button", { name: "Check the list" }));
    expect(await form.findByText(detail)).toBeTruthy();
  });
});

describe("automatic approval", () => {
  const field = () => screen.findByLabelText<HTMLTextAreaElement>("Approve automatically");
  const save = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save" });

  test("saves the domains in lower case and once each", async () => {
    const { member } = open();
    await member.type(await field(), "Alumni.Oak.example, @oak.example{Enter}oak.example");
    await member.click(screen.getByRole("checkbox", { name: "Admins may send invitations" }));
    await member.click(save());
    expect(await screen.findByText("Affiliation updated successfully!")).toBeTruthy();
    expect(sent).toEqual([
      { autoApproveDomains: ["alumni.oak.example", "oak.example"], adminsMayInvite: true },
    ]);
    await waitFor(() => expect(save().disabled).toBe(true));
  });

  test("reports what is not a domain, and the server's refusal", async () => {
    const { member } = open();
    await member.type(await field(), "oak");
    await member.click(save());
    expect(await screen.findByText("oak is not an email domain")).toBeTruthy();
    expect(sent).toEqual([]);
    const message = "gmail.com belongs to a public mail provider";
    server.use(
      http.put("/api/affiliations/oak/joining", () =>
        HttpResponse.json(
          affiliationRefusal(422, message, [
            { field: "autoApproveDomains", code: "email-domain-public", message },
          ]),
          { status: 422 },
        ),
      ),
    );
    await member.clear(await field());
    await member.type(await field(), "gmail.com");
    await member.click(save());
    expect(await screen.findByText(message)).toBeTruthy();
  });

  test("lets only the owner allow admins to invite", async () => {
    open("admin");
    const box = await screen.findByRole<HTMLInputElement>("checkbox", {
      name: "Admins may send invitations",
    });
    expect(box.disabled).toBe(true);
    expect(screen.getByText("Only the owner can change this.")).toBeTruthy();
  });
});
