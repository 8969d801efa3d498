import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { Affiliation } from "@guildhall/web-kit/api/types.ts";
import {
  affiliation,
  affiliationRequest,
  singlePage,
  questionnaire,
  affiliationRefusal,
} from "@guildhall/web-kit/testing/affiliations.ts";
import { openPage, servePages, server } from "@guildhall/web-kit/testing/open-page.tsx";
import { buildMember } from "@guildhall/web-kit/testing/people.ts";
import { directoryRoute } from "./main-routes.tsx";

servePages();

let listed: Affiliation[];
let sent: number;

beforeEach(() => {
  sessionStorage.clear();
  listed = [affiliation({ mayApply: true })];
  sent = 0;
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember())),
    http.get("/api/affiliations", () => HttpResponse.json(singlePage(listed))),
    http.get("/api/affiliation-counts", () => HttpResponse.json({ all: 7, mine: 2 })),
    http.get("/api/affiliations/oak/questionnaire", () => HttpResponse.json(questionnaire())),
    http.post("/api/affiliations/oak/requests", () => {
      sent += 1;
      listed = [affiliation({ requestPending: true })];
      return HttpResponse.json(affiliationRequest("r1"), { status: 201 });
    }),
  );
});

const open = () =>
  openPage("/affiliations", () => [
    directoryRoute(),
    { path: "/login", element: <p>Log in here</p> },
  ]);
const ask = () => screen.findByRole("button", { name: "Request to Join Oak House" });

async function fill({ member }: ReturnType<typeof open>) {
  await member.click(await ask());
  const form = within(await screen.findByRole("dialog", { name: "Apply to Join Oak House" }));
  await member.type(form.getByLabelText(/Motivation/), "I like old trees.");
  return form;
}

test("an application is sent from the list and shown as pending", async () => {
  const page = open();
  const form = await fill(page);
  expect(form.getByText("About 3 minutes")).toBeTruthy();
  await page.member.click(form.getByRole("button", { name: "Submit application" }));
  expect(await form.findByText("Availability is required")).toBeTruthy();
  await page.member.click(form.getByRole("radio", { name: /^Light/ }));
  await page.member.click(form.getByRole("button", { name: "Submit application" }));
  expect(await screen.findByText(/^Application submitted successfully!/)).toBeTruthy();
  const pending = await screen.findByRole<HTMLButtonElement>("button", { name: "Request Pending" });
  expect(pending.disabled).toBe(true);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(sent).toBe(1);
});

test("a closed form keeps its input when reopened", async () => {
  const page = open();
  const form = await fill(page);
  await page.member.click(form.getByRole("button", { name: "Cancel" }));
  await page.member.click(await ask());
  const field = await screen.findByLabelText<HTMLTextAreaElement>(/Motivation/);
  expect(field.value).toBe("I like old trees.");
});

test("a viewer without a session is told to sign in", async () => {
  server.use(
    http.post("/api/affiliations/oak/requests", () =>
      HttpResponse.json(affiliationRefusal(401, "User not authenticated"), { status: 401 }),
    ),
  );
  const page = open();
  const form = await fill(page);
  await page.member.click(form.getByRole("radio", { name: /^Light/ }));
  await page.member.click(form.getByRole("button", { name: "Submit application" }));
  expect(await screen.findByText("Please log in to request to join an affiliation")).toBeTruthy();
  expect(page.path()).toBe("/login");
});

test("retries questions that failed to load", async () => {
  let answers = 0;
  server.use(
    http.get("/api/affiliations/oak/questionnaire", () => {
      answers += 1;
      if (answers > 1) return HttpResponse.json(questionnaire());
      return HttpResponse.json({}, { status: 500 });
    }),
  );
  const { member } = open();
  await member.click(await ask());
  expect(await screen.findByText("Failed to load affiliation data")).toBeTruthy();
  await member.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByLabelText(/Motivation/)).toBeTruthy();
});

test.each([
  ["a member", affiliation({ isMember: true }), "Member"],
  ["whoever waits", affiliation({ requestPending: true }), "Request Pending"],
  ["whoever stands outside a private one", affiliation({}, { isPrivate: true }), "Private"],
])("%s is offered no application", async (_, found, words) => {
  listed = [found];
  open();
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Request to Join/ })).toBeNull();
});

test("a visitor signs in to join", async () => {
  document.cookie = "csst_present=; max-age=0";
  listed = [affiliation()];
  open();
  const way = await screen.findByRole("link", { name: "Sign in to Join" });
  expect(way.getAttribute("href")).toBe("/login");
});

test("searches by name and filters to own affiliations", async () => {
  const requested: string[] = [];
  server.use(
    http.get("/api/affiliations", ({ request }) => {
      const { searchParams } = new URL(request.url);
      const [q, scope] = [searchParams.get("q"), searchParams.get("scope")];
      requested.push(`${q ?? "-"} of ${scope}`);
      return HttpResponse.json(singlePage(q === "elm" ? [] : listed));
    }),
  );
  const page = open();
  expect(await screen.findByText("Sorted by name")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Back to Network" }).getAttribute("href")).toBe(
    "/network",
  );
  const field = screen.getByRole("searchbox", { name: "Find an affiliation" });
  await page.member.type(field, "oak");
  expect(await screen.findByText("1 found")).toBeTruthy();
  await page.member.clear(field);
  await page.member.type(field, "elm");
  expect(await screen.findByText("No affiliation found")).toBeTruthy();
  await page.member.click(screen.getByRole("button", { name: "Show all" }));
  expect(await screen.findByText("Sorted by name")).toBeTruthy();
  await page.member.click(screen.getByRole("button", { name: /^Yours/ }));
  await waitFor(() => expect(requested.at(-1)).toBe("- of mine"));
  expect(requested[0]).toBe("- of all");
  expect(requested).toContain("oak of all");
  expect(screen.getByRole("button", { name: /^Yours/ }).getAttribute("aria-pressed")).toBe("true");
});

test("shows the counts of both lists, but not during a search", async () => {
  const { member } = open();
  expect(await screen.findByText("7")).toBeTruthy();
  const segments = within(screen.getByRole("group", { name: "Filter affiliations" }));
  const shown = () => segments.getAllByRole("button").map(({ textContent }) => textContent);
  expect(shown()).toEqual(["All7", "Yours2"]);
  await member.type(screen.getByRole("searchbox", { name: "Find an affiliation" }), "oak");
  expect(await screen.findByText("1 found")).toBeTruthy();
  expect(shown()).toEqual(["All", "Yours"]);
});

test("shows the lists even if the counts fail", async () => {
  server.use(http.get("/api/affiliation-counts", () => new HttpResponse(null, { status: 500 })));
  open();
  await ask();
  expect(screen.getByRole("button", { name: "Yours" })).toBeTruthy();
});

test("a viewer without affiliations gets a link to all", async () => {
  listed = [];
  const { member } = open();
  expect(await screen.findByText("You don't have access to any affiliations yet.")).toBeTruthy();
  await member.click(screen.getByRole("button", { name: /^Yours/ }));
  expect(await screen.findByText("You are not a member of any affiliation yet")).toBeTruthy();
  await member.click(screen.getByRole("button", { name: "Show all" }));
  expect(await screen.findByText("You don't have access to any affiliations yet.")).toBeTruthy();
});

test("explains affiliations below the list", async () => {
  open();
  await ask();
  const about = screen.getByRole("region", { name: "About Affiliations" });
  const questions = within(about)
    .getAllByRole("term")
    .map(({ textContent }) => textContent);
  expect(questions).toEqual([
    "What is an affiliation?",
    "Who decides whether I can join?",
    "Can I hide an affiliation?",
    "Why are some affiliations private?",
  ]);
  expect(within(about).getAllByRole("definition")).toHaveLength(questions.length);
});

test.each(["a member", "a visitor"])(
  "%s gets a link to request a missing affiliation",
  async (who) => {
    if (who === "a visitor") document.cookie = "csst_present=; max-age=0";
    open();
    const about = await screen.findByRole("region", { name: "About Affiliations" });
    const way = within(about).getByRole("link", { name: "Ask us to add it" });
    expect(way.getAttribute("href")).toBe("/affiliations/new");
  },
);
