import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import { siteRoutes } from "../../routes/site-routes.tsx";
import type { App } from "../../shell/app.ts";
import { openPage, server, servePages } from "../../testing/open-page.tsx";
import { buildMember, COMPLETED_ONBOARDING } from "../../testing/people.ts";

servePages();

const routes = (app: App) => siteRoutes(app, { open: [], member: [] });
const link = "/verify-email?token=abc";
const SUCCESS_TEXT = "Verification complete! Your community awaits.";
let sent = 0;

beforeEach(() => {
  sent = 0;
  serveConfirmation({ message: SUCCESS_TEXT, alreadyConfirmed: false, signedIn: false });
});

function serveConfirmation(body: object, status = 200) {
  server.use(
    http.post("/api/identity/verification/confirm", () => {
      sent += 1;
      return HttpResponse.json(body, { status });
    }),
  );
}

const refuse = (code: string, detail: string) =>
  serveConfirmation({ status: 422, code, detail }, 422);

function signedOut() {
  document.cookie = "csst_present=; max-age=0";
}

const confirm = () => screen.findByRole("button", { name: "Confirm my email address" });

test("a browser that did not sign up sends the token only after a click", async () => {
  signedOut();
  const { member, path } = openPage(link, routes);
  const button = await confirm();
  expect(sent).toBe(0);
  await member.click(button);
  expect(await screen.findByText(SUCCESS_TEXT)).toBeTruthy();
  expect(sent).toBe(1);
  await waitFor(() => expect(path()).toBe("/login"), { timeout: 4000 });
});

test("a browser signed in as another member requires a click as well", async () => {
  server.use(http.get("/api/me", () => HttpResponse.json(buildMember())));
  openPage(link, routes);
  await confirm();
  expect(sent).toBe(0);
});

test("the browser that signed up confirms immediately", async () => {
  const onboarding = { ...COMPLETED_ONBOARDING, needsEmailVerification: true, complete: false };
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember({ onboarding }))),
    http.get("/api/transfer/targets", () => HttpResponse.json({ items: [] })),
  );
  openPage(link, routes);
  expect(await screen.findByText(SUCCESS_TEXT)).toBeTruthy();
  expect(sent).toBe(1);
});

test("a used link of a verified address reports this and offers the sign-in", async () => {
  signedOut();
  const message = "Your email address is already confirmed.";
  serveConfirmation({ message, alreadyConfirmed: true, signedIn: false });
  const { member } = openPage(link, routes);
  await member.click(await confirm());
  expect(await screen.findByText(message)).toBeTruthy();
  const signIn = screen.getByRole("link", { name: "Sign In" });
  expect(signIn.getAttribute("href")).toBe("/login");
});

test.each([
  ["verification-link-expired", "This verification link has expired.", true],
  ["verification-link-used", "This verification link was already used.", true],
  ["verification-link-replaced", "This verification link was replaced by a newer one.", false],
  ["verification-link-malformed", "This verification link is incomplete.", false],
])("%s shows the server's message; offers another link: %s", async (code, words, offers) => {
  signedOut();
  refuse(code, words);
  const { member } = openPage(link, routes);
  await member.click(await confirm());
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Request a new link" }) !== null).toBe(offers);
});
