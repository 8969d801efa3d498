import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { openPage, servePages, server } from "@guildhall/web-kit/testing/open-page.tsx";
import { waitlistRoute } from "./routes.tsx";

servePages();

let sent: Record<string, unknown>[] = [];

beforeEach(() => {
  sent = [];
  server.use(
    http.post("/api/waitlist", async ({ request }) => {
      const body: unknown = await request.json();
      if (typeof body === "object" && body !== null) sent.push({ ...body });
      return HttpResponse.json({ id: "1", status: "pending" }, { status: 201 });
    }),
  );
});

const refuses = (status: number, code: string, detail: string) =>
  http.post("/api/waitlist", () =>
    HttpResponse.json({ status, code, detail, title: code, type: "about:blank" }, { status }),
  );

const open = () =>
  openPage("/waitlist", () => [
    waitlistRoute(),
    { path: "login", element: <p>The sign-in</p> },
    { path: "signup", element: <p>The sign-up</p> },
  ]);

async function fillIn(member: ReturnType<typeof open>["member"]) {
  await member.type(await screen.findByLabelText("1. Your full name"), "Анна Кузнецова");
  await member.type(screen.getByLabelText("2. Your email"), "anna@example.org");
  await member.click(screen.getByRole("radio", { name: "Word of mouth" }));
  await member.click(screen.getByRole("checkbox", { name: "Alumni" }));
  await member.type(
    screen.getByLabelText("6. Which organisations are they?"),
    "Ashcombe College, 2009",
  );
}

const send = () => screen.findByRole("button", { name: "Join the waitlist" });

test("reports every missing answer at its question without sending", async () => {
  const { member } = open();
  await member.click(await send());
  for (const words of [
    "Please enter your full name.",
    "Please enter a valid email address.",
    "Please tell us how you heard about us.",
    "Please choose at least one circle you belong to.",
    "Please tell us which organisations you belong to.",
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- each error is at its own question
    expect(await screen.findByText(words)).toBeDefined();
  }
  expect(sent).toEqual([]);
});

test("questions that only received the focus stay unanswered", async () => {
  const { member } = open();
  await fillIn(member);
  for (let step = 0; step < 20; step += 1) {
    // oxlint-disable-next-line no-await-in-loop -- sequential key presses
    await member.tab();
  }
  await member.click(await send());
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ helpCreate: null, onboardingConversation: null });
});

test("shows ten questions, and Back leads to the sign-up", async () => {
  const { member, path } = open();
  await send();
  for (let number = 1; number <= 10; number += 1) {
    expect(screen.getAllByText(new RegExp(`^${number}\\. `)).length).toBe(1);
  }
  await member.click(screen.getByRole("link", { name: "Back" }));
  expect(path()).toBe("/signup");
});

test("a sent form shows thanks, then the sign-in after three seconds", async () => {
  const { member, path } = open();
  await fillIn(member);
  await member.click(screen.getByRole("checkbox", { name: "Other" }));
  await member.type(screen.getByLabelText("Which other circle?"), "Chess");
  await member.click(await send());
  expect(await screen.findByText("Thank you for joining the waitlist")).toBeDefined();
  expect(path()).toBe("/waitlist");
  await waitFor(() => expect(path()).toBe("/login"), { timeout: 4500 });
  expect(sent[0]).toMatchObject({
    fullName: "Анна Кузнецова",
    howDidYouHear: "word of mouth",
    verifiedCircles: ["alumni", "Other: Chess"],
    website: "",
    location: null,
  });
});

test("'Other' requires its detail", async () => {
  const { member } = open();
  await fillIn(member);
  await member.click(screen.getByRole("radio", { name: "Other" }));
  await member.click(await send());
  expect(await screen.findByText("Please tell us where you heard about us.")).toBeDefined();
  expect(sent).toEqual([]);
});

test("the length of the organizations has the specified message", async () => {
  const { member } = open();
  await fillIn(member);
  const box = screen.getByLabelText("6. Which organisations are they?");
  await member.clear(box);
  await member.type(box, "too short");
  await member.click(await send());
  expect(
    await screen.findByText("Organizations description must be between 10-1000 characters"),
  ).toBeDefined();
});

describe("a refusal is shown in the server's words", () => {
  test.each([
    [422, "waitlist-spam", "Spam detected"],
    [
      422,
      "waitlist-suspicious",
      "Submission contains suspicious content. Please contact support if this is an error.",
    ],
    [
      409,
      "waitlist-duplicate",
      "This email address has already been added to the waitlist. Please contact support if you need to update your information.",
    ],
    [429, "rate-limited", "Please wait 12 seconds before submitting again."],
    [403, "waitlist-not-allowed", "Submission not allowed. Please try again later."],
    [503, "storage-away", "Service temporarily unavailable. Please try again later."],
    [500, "internal", "An unexpected error occurred. Please try again."],
  ])("%i %s", async (status, code, detail) => {
    server.use(refuses(status, code, detail));
    const { member } = open();
    await fillIn(member);
    await member.click(await send());
    expect(await screen.findByText(detail)).toBeDefined();
  });

  test("shows the form's message if a refusal has no text", async () => {
    server.use(http.post("/api/waitlist", () => new HttpResponse("<h1>Oh</h1>", { status: 500 })));
    const { member } = open();
    await fillIn(member);
    await member.click(await send());
    expect(await screen.findByText("Something went wrong. Please try again.")).toBeDefined();
  });

  test("the hourly limit shows a clock", async () => {
    const words = "You've reached the submission limit. Please try again later.";
    server.use(refuses(429, "waitlist-limit", words));
    const { member } = open();
    await fillIn(member);
    await member.click(await send());
    const alert = (await screen.findByText(words)).closest("[role=alert]");
    expect(alert?.querySelector("[aria-label=Limit]")).not.toBeNull();
  });
});
