import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { Me } from "@guildhall/web-kit/api/types.ts";
import { openPage, server, servePages } from "@guildhall/web-kit/testing/open-page.tsx";
import { buildMember } from "@guildhall/web-kit/testing/people.ts";
import { setupRoute } from "./routes.tsx";

servePages();

const none = buildMember().secondFactor;
let me: Me;
let sent: unknown[];

function refusal(status: number, code: string, detail: string, errors: unknown[] = []) {
  return HttpResponse.json({ status, code, detail, errors }, { status });
}

beforeEach(() => {
  document.cookie = "csst_present=; max-age=0";
  history.replaceState(null, "", "/setup#token=from-the-log");
  me = buildMember({ isStaff: true });
  sent = [];
  server.use(
    http.post("/api/identity/setup/check", async ({ request }) => {
      sent.push(await request.json());
      return new HttpResponse(null, { status: 204 });
    }),
    http.post("/api/identity/setup", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ uid: me.id, idToken: "proof" }, { status: 201 });
    }),
    http.post("/api/usersSignin", () => {
      document.cookie = "csst_present=1";
      return HttpResponse.json({ uid: me.id });
    }),
    http.get("/api/me", () => HttpResponse.json(me)),
  );
});

const open = () =>
  openPage("/setup", () => [
    setupRoute(),
    { path: "/staff", element: <h1>Overview</h1> },
    { path: "/login", element: <h1>Log In</h1> },
  ]);

type Member = ReturnType<typeof open>["member"];

async function fill(member: Member) {
  await member.type(await screen.findByLabelText("Email"), "grace@oakhouse.example");
  await member.type(screen.getByLabelText("First name"), "Grace");
  await member.type(screen.getByLabelText("Last name"), "Hopper");
  await member.type(screen.getByLabelText("Password"), "Wharf-Lantern-42");
  await member.type(screen.getByLabelText("Confirm password"), "Wharf-Lantern-42");
}

const create = () => screen.getByRole("button", { name: "Create staff account" });

test("removes the token from the address and finds it again after a reload", async () => {
  open();
  await screen.findByRole("heading", { name: "Set up Guildhall" });
  expect(location.hash).toBe("");
  expect(sent).toEqual([{ token: "from-the-log" }]);
  open();
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual({ token: "from-the-log" });
});

test("creates the account, signs in and opens the overview without a second factor", async () => {
  const { member, path } = open();
  await fill(member);
  await member.click(create());
  await screen.findByRole("heading", { name: "Protect your account" });
  expect(sent[1]).toEqual({
    token: "from-the-log",
    email: "grace@oakhouse.example",
    firstName: "Grace",
    lastName: "Hopper",
    password: "Wharf-Lantern-42",
    confirmPassword: "Wharf-Lantern-42",
  });
  await member.click(screen.getByRole("button", { name: "Not now" }));
  expect(await screen.findByRole("heading", { name: "Overview" })).toBeTruthy();
  expect(path()).toBe("/staff");
});

test("cannot skip a mandatory second factor, and shows its backup codes once", async () => {
  me = buildMember({ isStaff: true, secondFactor: { ...none, isRequired: true } });
  server.use(
    http.post("/api/me/mfa/totp", () =>
      HttpResponse.json({ secret: "JBSWY3DPEHPK3PXP", otpauthUri: "otpauth://totp/x?secret=y" }),
    ),
    http.post("/api/me/mfa/totp/confirm", async ({ request }) => {
      const isRight = JSON.stringify(await request.json()) === '{"code":"123456"}';
      if (isRight) return HttpResponse.json({ backupCodes: ["11112222"] });
      const detail = "Invalid verification code";
      const errors = [{ field: "code", code: "verification-code-invalid", message: detail }];
      return refusal(422, "verification-code-invalid", detail, errors);
    }),
  );
  const { member } = open();
  await fill(member);
  await member.click(create());
  await screen.findByRole("heading", { name: "Protect your account" });
  expect(screen.queryByRole("button", { name: "Not now" })).toBeNull();
  await member.click(screen.getByRole("button", { name: "Set up two-factor authentication" }));
  const code = await screen.findByLabelText("Verification code");
  await member.type(code, "000000{Enter}");
  expect(await screen.findByText("Invalid verification code")).toBeTruthy();
  await member.clear(code);
  await member.type(code, "123456{Enter}");
  expect(await screen.findByText("1111 2222")).toBeTruthy();
  await member.click(screen.getByRole("button", { name: "I have saved my codes" }));
  expect(await screen.findByRole("heading", { name: "Overview" })).toBeTruthy();
});

test("reports missing fields before sending", async () => {
  const { member } = open();
  await screen.findByLabelText("Email");
  await member.click(create());
  expect(await screen.findByText("All fields are required.")).toBeTruthy();
  expect(sent).toHaveLength(1);
});

test("shows the server's error at its field and keeps the form", async () => {
  const message = "Password is too weak. Please choose a stronger password.";
  server.use(
    http.post("/api/identity/setup", () =>
      refusal(422, "password-too-weak", message, [
        { field: "password", code: "password-too-weak", message },
      ]),
    ),
  );
  const { member } = open();
  await fill(member);
  await member.click(create());
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("grace@oakhouse.example");
});

test("does not exist once there is a staff account", async () => {
  server.use(http.post("/api/identity/setup/check", () => refusal(404, "not-found", "Not found")));
  open();
  expect(await screen.findByRole("heading", { name: "Page not found" })).toBeTruthy();
  expect(screen.queryByLabelText("Email")).toBeNull();
});

test("reports a replaced link without a retry button", async () => {
  const detail = "This setup link no longer works.";
  server.use(
    http.post("/api/identity/setup/check", () => refusal(422, "setup-link-refused", detail)),
  );
  open();
  expect(await screen.findByText(detail)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try Again" })).toBeNull();
});

test("checks the link again after a network failure", async () => {
  server.use(http.post("/api/identity/setup/check", () => HttpResponse.error()));
  const { member } = open();
  const again = await screen.findByRole("button", { name: "Try Again" });
  server.use(http.post("/api/identity/setup/check", () => new HttpResponse(null, { status: 204 })));
  await member.click(again);
  expect(await screen.findByLabelText("Email")).toBeTruthy();
});
