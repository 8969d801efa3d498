import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { Affiliation, AffiliationRequest, Questionnaire } from "../../../api/types.ts";
import {
  affiliation,
  affiliationRequest,
  singlePage,
  questionnaire,
  affiliationRefusal,
} from "../../../testing/affiliations.ts";
import { openPage, servePages, server } from "../../../testing/open-page.tsx";
import { buildMember, buildPortal } from "../../../testing/people.ts";
import { pressTwice } from "../../../testing/press-twice.ts";
import { affiliationPageRoutes } from "../routes.tsx";

servePages();

let oak: Affiliation;
let requested: Questionnaire;
let own: AffiliationRequest[];
let sent: { answers: unknown; key: string | null }[];

beforeEach(() => {
  sessionStorage.clear();
  oak = affiliation({ mayApply: true });
  requested = questionnaire();
  own = [];
  sent = [];
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember())),
    http.get("/api/affiliations/:id", () => HttpResponse.json(oak)),
    http.get("/api/affiliations/:id/members", () => HttpResponse.json(singlePage([]))),
    http.get("/api/affiliations/oak/questionnaire", () => HttpResponse.json(requested)),
    http.get("/api/affiliation-requests", () => HttpResponse.json(singlePage(own))),
    http.post("/api/affiliations/oak/requests", async ({ request }) => {
      const body: unknown = await request.json();
      sent.push({ answers: body, key: request.headers.get("Idempotency-Key") });
      const made = affiliationRequest("r1");
      own = [made];
      oak = affiliation({ requestPending: true });
      return HttpResponse.json(made, { status: 201 });
    }),
  );
});

const routesOf = (app: Parameters<Parameters<typeof openPage>[1]>[0]) => [
  ...affiliationPageRoutes(app.cache),
  { path: "/login", element: <p>Log in here</p> },
  { path: "/", element: <p>The front door</p> },
];
const open = (changes: Parameters<typeof openPage>[2] = {}) =>
  openPage("/affiliation/oak-house/apply", routesOf, changes);
const submit = () => screen.findByRole("button", { name: "Submit application" });
const refuse = (status: number, body: object) =>
  server.use(
    http.post("/api/affiliations/oak/requests", () => HttpResponse.json(body, { status })),
  );

async function fill({ member }: ReturnType<typeof open>) {
  await member.type(await screen.findByLabelText(/Motivation/), "I like old trees.");
  await member.click(screen.getByRole("radio", { name: "Light - Monthly participation" }));
}
const motivation = () => screen.getByLabelText<HTMLTextAreaElement>(/Motivation/);

describe("the form", () => {
  test("shows each question in its kind of field", async () => {
    requested = questionnaire({ description: "Tell us about you.", estimatedTimeMinutes: 1 });
    open();
    expect(await screen.findByRole("heading", { name: "Apply to Join Oak House" })).toBeTruthy();
    expect(screen.getByText("About 1 minute")).toBeTruthy();
    expect(screen.getByText("Tell us about you.")).toBeTruthy();
    const field = motivation();
    expect(field.tagName).toBe("TEXTAREA");
    expect([field.required, field.placeholder]).toEqual([true, "Why would you like to join?"]);
    expect(screen.getByText("0 / 40")).toBeTruthy();
    expect(screen.getByText("10 to 40 characters")).toBeTruthy();
    expect(screen.getByRole("group", { name: /Availability/ })).toBeTruthy();
    const kinds = ["Graduation year", "Address at work", "Branch"].map((label) => {
      const { type, inputMode, required } = screen.getByLabelText<HTMLInputElement>(label);
      return [type, inputMode, required];
    });
    expect(kinds).toEqual([
      ["text", "decimal", false],
      ["email", "", false],
      ["text", "", false],
    ]);
  });

  test("a double click sends once and reloads the page", async () => {
    const page = open();
    await fill(page);
    await pressTwice(await submit());
    const words = "Application submitted successfully! You'll be notified when it's reviewed";
    expect(await screen.findByText(words)).toBeTruthy();
    expect(await screen.findByRole("button", { name: "Request Pending" })).toBeTruthy();
    await waitFor(() => expect(page.path()).toBe("/affiliation/oak-house"));
    expect(sent).toHaveLength(1);
    const answers = {
      motivation: "I like old trees.",
      availability: "Light - Monthly participation",
      year: "",
      mail: "",
      branch: "",
    };
    expect(sent[0]?.answers).toEqual({ answers });
    expect(sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith("gh-application"))).toEqual(
      [],
    );
  });

  test("lets an optional choice be cleared", async () => {
    const options = ["North", "South"];
    const branch = { id: "branch", label: "Branch", options, required: false } as const;
    requested = questionnaire({ questions: [{ ...branch, options, type: "multiple_choice" }] });
    const { member } = open();
    await member.click(await screen.findByRole("radio", { name: "South" }));
    await member.click(screen.getByRole("radio", { name: "No answer" }));
    await member.click(await submit());
    await waitFor(() =>
      expect(sent.map(({ answers }) => answers)).toEqual([{ answers: { branch: "" } }]),
    );
  });

  test("returns to the portal's front page with the pending state after an application there", async () => {
    const page = open({ portal: buildPortal, mode: "whitelabel" });
    await fill(page);
    await page.member.click(await submit());
    expect(await screen.findByText("The front door")).toBeTruthy();
  });

  test("shows errors at the fields before sending and focuses the first", async () => {
    const page = open();
    await page.member.type(await screen.findByLabelText(/Motivation/), "Trees");
    await page.member.click(await submit());
    expect(await screen.findByText("Minimum 10 characters required")).toBeTruthy();
    expect(screen.getByText("Availability is required")).toBeTruthy();
    expect(document.activeElement).toBe(motivation());
    const described = motivation().getAttribute("aria-describedby") ?? "";
    const words = described.split(" ").map((id) => document.getElementById(id)?.textContent);
    expect(words).toEqual(["10 to 40 characters", "Minimum 10 characters required"]);
    await page.member.type(motivation(), " ".padEnd(40, "x"));
    expect(await screen.findByText("Maximum 40 characters allowed")).toBeTruthy();
    await page.member.clear(motivation());
    expect(await screen.findByText("Motivation is required")).toBeTruthy();
    expect(sent).toEqual([]);
  });

  test("shows the server's errors at the fields and keeps the input", async () => {
    refuse(
      422,
      affiliationRefusal(422, "Invalid format", [
        { field: "answers.year", code: "answer-format", message: "Invalid format" },
        { field: "answers.mail", code: "answer-format", message: "Write your address at work" },
      ]),
    );
    const page = open();
    await fill(page);
    await page.member.type(screen.getByLabelText("Graduation year"), "long ago");
    await page.member.click(await submit());
    expect(await screen.findByText("Invalid format")).toBeTruthy();
    expect(screen.getByText("Write your address at work")).toBeTruthy();
    const year = screen.getByLabelText<HTMLInputElement>("Graduation year");
    await waitFor(() => expect(document.activeElement).toBe(year));
    expect([year.value, motivation().value]).toEqual(["long ago", "I like old trees."]);
  });

  test("reloads the questions if they have changed", async () => {
    server.use(
      http.post("/api/affiliations/oak/requests", () => {
        const questions = requested.questions.filter(({ id }) => id !== "availability");
        requested = { ...requested, questions };
        const message = "This question no longer exists. Please reload the form.";
        const errors = [{ field: "answers.gone", code: "answer-not-asked", message }];
        return HttpResponse.json(affiliationRefusal(422, message, errors), { status: 422 });
      }),
    );
    const page = open();
    await fill(page);
    await page.member.click(await submit());
    await waitFor(() => expect(screen.queryByRole("group", { name: /Availability/ })).toBeNull());
    expect(motivation().value).toBe("I like old trees.");
  });

  test.each([
    ["the server's words", 500, affiliationRefusal(500, "Failed to submit application")],
    ["words of its own", 500, {}],
  ])("shows %s on failure and keeps the input", async (_, status, body) => {
    refuse(status, body);
    const page = open();
    await fill(page);
    await page.member.click(await submit());
    expect((await screen.findByRole("alert")).textContent).toBe("Failed to submit application");
    expect(motivation().value).toBe("I like old trees.");
  });

  test("reports that the viewer is a member already and updates their status", async () => {
    server.use(
      http.post("/api/affiliations/oak/requests", () => {
        oak = affiliation({ isMember: true });
        const detail = "User is already a member of this affiliation";
        return HttpResponse.json(affiliationRefusal(409, detail), { status: 409 });
      }),
    );
    const page = open();
    await fill(page);
    await page.member.click(await submit());
    expect(await screen.findByText("User is already a member of this affiliation")).toBeTruthy();
    expect(await screen.findByText("You are a member")).toBeTruthy();
  });

  test("keeps the input across a lost session for the same user", async () => {
    refuse(401, affiliationRefusal(401, "User not authenticated"));
    const page = open();
    await fill(page);
    await page.member.click(await submit());
    const words = "Please log in to request to join this affiliation";
    expect(await screen.findByText(words)).toBeTruthy();
    expect(page.path()).toBe("/login");
  });

  test("keeps its input when the page is reopened", async () => {
    const page = open();
    await fill(page);
    const other = openPage("/affiliation/oak-house/apply", routesOf);
    expect(other.path()).toBe("/affiliation/oak-house/apply");
    await waitFor(() => {
      const fields = screen.getAllByLabelText<HTMLTextAreaElement>(/Motivation/);
      expect(fields.map(({ value }) => value)).toEqual(["I like old trees.", "I like old trees."]);
    });
    const chosen = screen.getAllByRole<HTMLInputElement>("radio", {
      name: "Light - Monthly participation",
    });
    expect(chosen.map(({ checked }) => checked)).toEqual([true, true]);
  });
});

describe("the screen", () => {
  test("asks direct visitors to accept the portal's documents and keeps the form", async () => {
    const unread = buildMember({ legal: { acknowledged: false, changed: [] } });
    server.use(
      http.get("/api/me", () => HttpResponse.json(unread)),
      http.post("/api/me/legal-acknowledgements", () => HttpResponse.json(buildMember())),
    );
    const page = open({ portal: { ...buildPortal, affiliationId: "oak" } });
    await page.member.type(await screen.findByLabelText(/Motivation/), "I like old trees.");
    const agree = { name: "I Agree & Continue" };
    await page.member.click(await screen.findByRole("button", agree));
    await waitFor(() => expect(screen.queryByRole("button", agree)).toBeNull());
    expect(motivation().value).toBe("I like old trees.");
    expect(page.path()).toBe("/affiliation/oak-house/apply");
  });

  test("sends a visitor to the sign-in with a message", async () => {
    document.cookie = "csst_present=; max-age=0";
    const page = open();
    const words = "Please log in to request to join this affiliation";
    expect(await screen.findByText(words)).toBeTruthy();
    expect(page.path()).toBe("/login");
  });

  test("retries questions that failed to load", async () => {
    let answers = 0;
    server.use(
      http.get("/api/affiliations/oak/questionnaire", () => {
        answers += 1;
        if (answers > 1) return HttpResponse.json(requested);
        return HttpResponse.json(affiliationRefusal(500, "Failed to load affiliation data"), {
          status: 500,
        });
      }),
    );
    const { member } = open();
    expect(await screen.findByText("Failed to load affiliation data")).toBeTruthy();
    await member.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByLabelText(/Motivation/)).toBeTruthy();
  });

  test("reports an unknown affiliation", async () => {
    server.use(
      http.get("/api/affiliations/:id", () =>
        HttpResponse.json(affiliationRefusal(404, "Affiliation not found"), { status: 404 }),
      ),
    );
    open();
    expect(await screen.findByRole("heading", { name: "Affiliation not found" })).toBeTruthy();
  });

  test.each([
    ["is invite only", affiliation({}, { isPrivate: true }), "Invite Only"],
    ["takes nobody at present", affiliation(), "Closed to new members"],
    ["has them already", affiliation({ isMember: true }), "You are a member"],
  ])("reports that it %s", async (_, found, words) => {
    oak = found;
    open();
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Submit application" })).toBeNull();
  });

  test("shows a pending request, which can be withdrawn", async () => {
    oak = affiliation({ requestPending: true });
    own = [affiliationRequest("r1")];
    let withdrawn = "";
    server.use(
      http.delete("/api/affiliation-requests/:id", ({ params }) => {
        withdrawn = String(params["id"]);
        own = [];
        oak = affiliation({ mayApply: true });
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { member } = open();
    expect(await screen.findByText("Your application is under review")).toBeTruthy();
    const name = "Withdraw the request to join Oak House";
    await member.click(await screen.findByRole("button", { name }));
    await member.click(await screen.findByRole("button", { name: "Withdraw" }));
    expect(await screen.findByText("Request withdrawn")).toBeTruthy();
    expect(withdrawn).toBe("r1");
    expect(await screen.findByLabelText(/Motivation/)).toBeTruthy();
  });

  test("shows the reason of the last rejection", async () => {
    const rejectionReason = "We could not find you.";
    own = [
      affiliationRequest("r2", { status: "rejected", rejectionReason }),
      affiliationRequest("r1", { status: "rejected", rejectionReason: "Long ago" }),
    ];
    open();
    expect(await screen.findByText(/Your application was declined/)).toBeTruthy();
    expect(screen.getByText(rejectionReason)).toBeTruthy();
    expect(screen.queryByText("Long ago")).toBeNull();
    expect(await submit()).toBeTruthy();
  });
});
