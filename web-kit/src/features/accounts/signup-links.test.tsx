import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import { siteRoutes } from "../../routes/site-routes.tsx";
import type { App } from "../../shell/app.ts";
import { openPage, server, servePages } from "../../testing/open-page.tsx";

servePages();

const routes = (app: App) => siteRoutes(app, { open: [], member: [] });
let requested: unknown[] = [];

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  document.cookie = "csst_present=; max-age=0";
  requested = [];
  server.use(
    http.post("/api/invite-codes/validate", async ({ request }) => {
      requested.push(await request.json());
      return HttpResponse.json({ inviteCodeId: "code", autoInviteToAffiliation: null });
    }),
  );
});

async function formIsOpen() {
  await screen.findByText("Redirecting to signup form...");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
}

test.each(["/signup?code=wel-come1", "/join/wel%20come1"])(
  "%s checks the code immediately and removes it from the address",
  async (link) => {
    const { path } = openPage(link, routes);
    await formIsOpen();
    expect(requested).toEqual([{ code: "WELCOME1" }]);
    expect(path()).toBe("/signup");
  },
);

test("a refused linked code stays in the field with the reason", async () => {
  server.use(
    http.post("/api/invite-codes/validate", () =>
      HttpResponse.json(
        { status: 422, code: "invite-code-expired", detail: "This invite code has expired." },
        { status: 422 },
      ),
    ),
  );
  openPage("/join/EXPIRED1", routes);
  expect(await screen.findByText("This invite code has expired.")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Invite code").value).toBe("EXPIRED1");
});

test("a reload keeps the code and the fields, but no password", async () => {
  const { member } = openPage("/signup?code=WELCOME1", routes);
  await formIsOpen();
  await member.type(screen.getByLabelText("Email"), "nora@demo.test");
  await member.type(screen.getByLabelText("First name"), "Nora");
  await member.type(screen.getByLabelText("Last name"), "Lindqvist");
  await member.type(screen.getByLabelText("Password"), "Tin-Lantern-48");
  await member.click(screen.getByRole("checkbox"));
  document.body.replaceChildren();

  openPage("/signup", routes);
  const email = await screen.findByLabelText<HTMLInputElement>("Email");
  const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
  expect(screen.queryByRole("dialog")).toBeNull();
  expect([email.value, value("First name"), value("Last name")]).toEqual([
    "nora@demo.test",
    "Nora",
    "Lindqvist",
  ]);
  expect(screen.getByRole<HTMLInputElement>("checkbox").checked).toBe(true);
  expect(value("Password")).toBe("");
  expect(Object.values(sessionStorage).join()).not.toContain("Tin-Lantern-48");
  expect(requested).toHaveLength(1);
});

test("an expired code returns to the gate and keeps the fields", async () => {
  const detail = "Invalid or expired invite code. Please try again with a valid code.";
  server.use(
    http.post("/api/identity/join", () =>
      HttpResponse.json({ status: 422, code: "invite-code-refused", detail }, { status: 422 }),
    ),
  );
  const { member } = openPage("/signup?code=WELCOME1", routes);
  await formIsOpen();
  await member.type(screen.getByLabelText("Email"), "nora@demo.test");
  await member.type(screen.getByLabelText("First name"), "Nora");
  await member.type(screen.getByLabelText("Last name"), "Lindqvist");
  await member.type(screen.getByLabelText("Password"), "Tin-Lantern-48");
  await member.type(screen.getByLabelText("Confirm password"), "Tin-Lantern-48");
  await member.click(screen.getByRole("checkbox"));
  await member.click(screen.getByRole("button", { name: "Create account" }));
  const gate = await screen.findByRole("dialog", { name: "Exclusive Access Required" });
  expect(gate.textContent).toContain(detail);
  expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("nora@demo.test");
});

test("a response that hides an existing account leads to the waiting screen", async () => {
  server.use(
    http.post("/api/identity/join", () =>
      HttpResponse.json({ uid: null, requiresVerification: true, idToken: null }, { status: 201 }),
    ),
    http.post("/api/identity/login", () =>
      HttpResponse.json(
        { status: 401, code: "invalid-login", detail: "Invalid email or password." },
        { status: 401 },
      ),
    ),
  );
  const { member, path } = openPage("/signup?code=WELCOME1", routes);
  await formIsOpen();
  await member.type(screen.getByLabelText("Email"), "nora@demo.test");
  await member.type(screen.getByLabelText("First name"), "Nora");
  await member.type(screen.getByLabelText("Last name"), "Lindqvist");
  await member.type(screen.getByLabelText("Password"), "Tin-Lantern-48");
  await member.type(screen.getByLabelText("Confirm password"), "Tin-Lantern-48");
  await member.click(screen.getByRole("checkbox"));
  await member.click(screen.getByRole("button", { name: "Create account" }));
  await waitFor(() => expect(path()).toBe("/verify-email"));
  expect(await screen.findByText("nora@demo.test")).toBeTruthy();
  await member.click(screen.getByRole("button", { name: "I've Completed Verification" }));
  expect(await screen.findByText(/Verification not yet complete/)).toBeTruthy();
});
