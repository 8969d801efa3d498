import { act, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { applyEvent } from "../../live/apply.ts";
import { buildIntroduction } from "../../testing/cords.ts";
import { person } from "../../testing/factories.ts";
import { openPage, servePages, server } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import type { Introduction } from "../cords/contract.ts";
import { IntroductionsLink } from "../cords/introductions-link.tsx";
import { stateLabel } from "./labels.ts";
import { introductionRoutes } from "./routes.tsx";

servePages();

let introductions: Introduction[];
const sent: string[] = [];

beforeEach(() => {
  introductions = [buildIntroduction()];
  sent.length = 0;
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember({ id: "nadia" }))),
    http.get("/api/introductions", ({ request }) => {
      const pending = new URL(request.url).searchParams.get("state") === "pending";
      const items = introductions.filter(({ state }) => (state === "pending") === pending);
      return HttpResponse.json({ items, nextCursor: null });
    }),
    http.post("/api/introductions/:id/:answer", ({ params }) => {
      sent.push(`${String(params["answer"])} ${String(params["id"])}`);
      introductions = introductions.map((one) => answered(one, params["answer"] === "accept"));
      return HttpResponse.json(introductions[0]);
    }),
  );
});

/** The other person has accepted already, unless the introduction says otherwise. */
let otherAccepted = true;
const answered = (one: Introduction, accepts: boolean): Introduction =>
  accepts
    ? {
        ...one,
        myAnswer: "accepted",
        state: otherAccepted ? "accepted" : "pending",
        conversationId: otherAccepted ? "c1" : null,
      }
    : { ...one, myAnswer: "declined", state: "declined" };

const open = (path = "/introductions") =>
  openPage(path, () => [
    ...introductionRoutes(),
    { path: "/messages/:id", element: <h1>A conversation</h1> },
  ]);

describe("an introduction", () => {
  test("names both people and shows the message", async () => {
    open();
    const heading = await screen.findByRole("heading", { level: 2 });
    expect(heading.textContent).toBe("Kwame Boateng introduces you to Priya Raghunathan");
    expect(screen.getByText("You both care for old bridges.")).toBeDefined();
  });

  test("links to the conversation once both accepted", async () => {
    otherAccepted = true;
    const { member, path } = open();
    const name = "Accept the introduction to Priya Raghunathan";
    await member.click(await screen.findByRole("button", { name }));
    expect(await screen.findByText("Both of you accepted.")).toBeDefined();
    await member.click(screen.getByRole("tab", { name: "Answered" }));
    await member.click(await screen.findByRole("link", { name: "Open conversation" }));
    expect(path()).toBe("/messages/c1");
    expect(sent).toEqual(["accept i1"]);
  });

  test("waits for the other person after the viewer accepted", async () => {
    otherAccepted = false;
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: /^Accept/ }));
    expect(await screen.findByText("You accepted. Waiting for Priya.")).toBeDefined();
    expect(screen.queryByRole("button", { name: /^Accept/ })).toBeNull();
  });

  test("is declined with one click", async () => {
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: /^Decline/ }));
    expect(await screen.findByText("You declined the introduction.")).toBeDefined();
    expect(await screen.findByRole("heading", { name: "No pending introductions" })).toBeDefined();
    await member.click(screen.getByRole("tab", { name: "Answered" }));
    expect(await screen.findByText("You declined.")).toBeDefined();
  });

  test("shows the reason if the answer is refused", async () => {
    const detail = "This introduction has expired.";
    server.use(
      http.post("/api/introductions/:id/:answer", () =>
        HttpResponse.json({ status: 409, code: "conflict", detail }, { status: 409 }),
      ),
    );
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: /^Accept/ }));
    expect(await screen.findByText(detail)).toBeDefined();
  });

  test("is reloaded when the other person answers", async () => {
    introductions = [buildIntroduction({ myAnswer: "accepted" })];
    const { app } = open();
    expect(await screen.findByText("You accepted. Waiting for Priya.")).toBeDefined();
    introductions = [
      buildIntroduction({ myAnswer: "accepted", state: "accepted", conversationId: "c1" }),
    ];
    const viewing = { viewerId: "nadia", communityId: null, threadId: null };
    act(() =>
      applyEvent(app.cache, { type: "introduction.changed", introductionId: "i1" }, viewing),
    );
    expect(await screen.findByRole("heading", { name: "No pending introductions" })).toBeDefined();
  });
});

test("the introducer sees no buttons, and only that a declined one did not come about", async () => {
  const people = [person("priya", "Priya Raghunathan"), person("ling", "Ling Zhao")];
  const own = { introducer: person("nadia", "Nadia Rahman"), people };
  introductions = [
    buildIntroduction(own),
    buildIntroduction({ ...own, id: "i2", state: "declined" }),
  ];
  const { member } = open();
  const heading = await screen.findByRole("heading", { level: 2 });
  expect(heading.textContent).toBe("You introduced Priya Raghunathan and Ling Zhao");
  expect(screen.getByText("Waiting for their answers.")).toBeDefined();
  expect(screen.queryByRole("button", { name: /^Accept/ })).toBeNull();
  await member.click(screen.getByRole("tab", { name: "Answered" }));
  expect(await screen.findByText("This introduction did not come about.")).toBeDefined();
});

test("allows retrying if introductions fail to load", async () => {
  server.use(
    http.get("/api/introductions", () => HttpResponse.json({}, { status: 500 }), { once: true }),
  );
  const { member } = open();
  expect(await screen.findByText("Failed to load introductions. Please try again.")).toBeDefined();
  await member.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByRole("heading", { level: 2 })).toBeDefined();
});

test("an expired introduction says so", () => {
  expect(stateLabel(buildIntroduction({ state: "expired" }), "nadia")).toBe(
    "This introduction expired without an answer.",
  );
});

test("the link counts only introductions that await the viewer's answer", async () => {
  introductions = [buildIntroduction(), buildIntroduction({ id: "i2", myAnswer: "accepted" })];
  openPage("/", () => [{ path: "/", element: <IntroductionsLink viewerId="nadia" /> }]);
  const link = await screen.findByRole("link", { name: /Introductions/ });
  expect(within(link).getByText("1")).toBeDefined();
  expect(link.getAttribute("href")).toBe("/introductions");
});

test("the link is absent while nothing awaits an answer", async () => {
  introductions = [];
  const { app } = openPage("/", () => [
    { path: "/", element: <IntroductionsLink viewerId="nadia" /> },
  ]);
  await waitFor(() =>
    expect(app.cache.getQueryState(["introductions", "pending"])?.status).toBe("success"),
  );
  expect(screen.queryByRole("link")).toBeNull();
});
