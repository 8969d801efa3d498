import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { Affiliation, QuestionnaireSettings } from "@guildhall/web-kit/api/types.ts";
import {
  affiliation,
  questionnaire,
  affiliationRefusal,
  roleHolder,
} from "@guildhall/web-kit/testing/affiliations.ts";
import { openPage, servePages, server } from "@guildhall/web-kit/testing/open-page.tsx";
import { buildMember } from "@guildhall/web-kit/testing/people.ts";
import { buildBrand, buildTenant } from "../../../testing/tenants.ts";
import { manageRoutes } from "../main-routes.tsx";
import { readDraft, toQuestionnaire } from "./form-draft.ts";

servePages();

const defaults = questionnaire();
const college = questionnaire({ title: "For places of study" });

let oak: Affiliation;
let settings: QuestionnaireSettings;
let written: unknown[];

beforeEach(() => {
  oak = affiliation({ isMember: true, isAdmin: true });
  settings = {
    stored: null,
    problem: null,
    questionnaire: defaults,
    templates: [
      { name: "Default questions", questionnaire: defaults },
      { name: "College or university", questionnaire: college },
    ],
  };
  written = [];
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember())),
    http.get("/api/affiliations/:id", () => HttpResponse.json(oak)),
    http.get("/api/affiliations/oak/overview", () => new HttpResponse(null, { status: 503 })),
    http.get("/api/affiliations/oak/questionnaire/settings", () => HttpResponse.json(settings)),
    http.put("/api/affiliations/oak/questionnaire", async ({ request }) => {
      const body: unknown = await request.json();
      written.push(body);
      const stored: unknown = Reflect.get(Object(body), "questionnaire");
      settings = { ...settings, stored: typeof stored === "string" ? stored : null };
      return HttpResponse.json(settings);
    }),
  );
});

const TAB = "/affiliation/oak-house/manage/questionnaire";
const open = (view = "?view=json") => openPage(TAB + view, (app) => manageRoutes(app.cache));
const field = () => screen.findByLabelText<HTMLTextAreaElement>("Questionnaire (JSON)");
const save = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save" });

test("an admin edits the questionnaire or a template, and saves it", async () => {
  const { member } = open();
  expect(JSON.parse((await field()).value)).toEqual(defaults);
  expect(screen.getByText(/^The default questions are/)).toBeTruthy();
  await member.click(screen.getByRole("button", { name: "College or university" }));
  await member.click(save());
  expect(await screen.findByText("Affiliation updated successfully!")).toBeTruthy();
  expect(written).toEqual([{ questionnaire: JSON.stringify(college, null, 2) }]);
  expect(screen.queryByText(/^The default questions are/)).toBeNull();
  expect(save().disabled).toBe(true);
});

test("restores the default questions", async () => {
  settings.stored = JSON.stringify(college);
  const { member } = open();
  expect((await field()).value).toBe(settings.stored);
  await member.click(screen.getByRole("button", { name: "Use the default questions" }));
  expect(await screen.findByText("Affiliation updated successfully!")).toBeTruthy();
  expect(written).toEqual([{ questionnaire: null }]);
  expect(JSON.parse((await field()).value)).toEqual(defaults);
  expect(screen.queryByRole("button", { name: "Use the default questions" })).toBeNull();
});

test("shows the server's validation error at the field", async () => {
  const message = "Invalid questionnaire: it needs between 1 and 50 questions";
  server.use(
    http.put("/api/affiliations/oak/questionnaire", () => {
      const errors = [{ field: "questionnaire", code: "questionnaire-invalid", message }];
      return HttpResponse.json(affiliationRefusal(422, message, errors), { status: 422 });
    }),
  );
  const { member } = open();
  const text = await field();
  await member.clear(text);
  await member.type(text, "[[]");
  await member.click(save());
  expect(await screen.findByText(message)).toBeTruthy();
  expect([text.value, text.getAttribute("aria-invalid")]).toEqual(["[]", "true"]);
  await member.click(screen.getByRole("button", { name: "Default questions" }));
  expect(screen.queryByText(message)).toBeNull();
});

test("reports a failed save", async () => {
  server.use(
    http.put("/api/affiliations/oak/questionnaire", () => HttpResponse.json({}, { status: 500 })),
  );
  const { member } = open();
  await member.type(await field(), " ");
  await member.click(save());
  expect(await screen.findByText("Failed to update affiliation")).toBeTruthy();
});

test("warns about an invalid stored questionnaire and opens the JSON", async () => {
  settings.stored = "[]";
  settings.problem = "Invalid questionnaire: invalid type: sequence";
  open("");
  expect((await field()).value).toBe("[]");
  expect(screen.getByText("The default questions are used meanwhile")).toBeTruthy();
  expect(screen.getByText(/invalid type: sequence/)).toBeTruthy();
});

describe("the live preview", () => {
  const preview = async () => within(await screen.findByRole("region", { name: "Preview" }));

  test("shows the form on the main site only without a portal", async () => {
    open();
    await field();
    const shown = await preview();
    expect(shown.getByRole("heading", { name: "Preview (Main)" })).toBeTruthy();
    expect(shown.getByRole("group", { name: "Size" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Preview (Whitelabel)" })).toBeNull();
  });

  test.each([
    ["published", { published: buildBrand({ name: "Oak" }), draft: buildBrand({ name: "Draft" }) }],
    ["draft", { published: null, draft: buildBrand({ name: "Oak" }) }],
  ])("shows the form on the portal in its %s brand", async (_, brand) => {
    oak.viewer.runsPortal = true;
    const loaded: string[] = [];
    server.use(
      http.get("/api/control/affiliations/oak/tenant", () =>
        HttpResponse.json(buildTenant({ id: "t" })),
      ),
      http.get("/api/control/tenants/t/brand", ({ request }) => {
        loaded.push(request.url);
        return HttpResponse.json({ ...brand, versions: [] });
      }),
    );
    const { member } = open();
    await field();
    const shown = await preview();
    await member.click(shown.getByRole("button", { name: "Preview (Whitelabel)" }));
    await waitFor(() => expect(loaded).toHaveLength(1));
    expect(await shown.findByRole("group", { name: "Size" })).toBeTruthy();
  });

  test("waits for JSON that is a questionnaire", async () => {
    const { member } = open();
    await member.clear(await field());
    const shown = await preview();
    expect(await shown.findByText(/^The preview appears as soon as/)).toBeTruthy();
  });
});

describe("the form builder", () => {
  const question = (number: number) =>
    within(screen.getByRole("group", { name: `Question ${number}` }));
  const labels = () =>
    screen
      .getAllByRole<HTMLInputElement>("textbox", { name: "Question" })
      .map((input) => input.value);
  const openBuilder = async () => {
    const page = open("");
    await screen.findByRole("list", { name: "Questions" });
    return page;
  };
  const questionsIn = (json: unknown) => {
    const draft = readDraft(String(json));
    return draft === null ? [] : toQuestionnaire(draft).questions;
  };
  const savedQuestions = () => questionsIn(Reflect.get(Object(written.at(-1)), "questionnaire"));

  test("shows every question of the questionnaire in use", async () => {
    await openBuilder();
    expect(labels()).toEqual(defaults.questions.map(({ label }) => label));
    expect(question(1).getByLabelText<HTMLInputElement>("Minimum characters").value).toBe("10");
    expect(question(2).getByLabelText<HTMLInputElement>("Option 2").value).toBe(
      "Light - Monthly participation",
    );
  });

  test("adds a question of the chosen type and saves it with its limits", async () => {
    const { member } = await openBuilder();
    await member.click(screen.getByRole("button", { name: "Add a question" }));
    await member.click(await screen.findByRole("menuitem", { name: "Long text" }));
    const added = question(6);
    await member.type(added.getByLabelText(/^Question/), "Why now?");
    await member.type(added.getByLabelText("Minimum characters"), "20");
    await member.type(added.getByLabelText("Maximum characters"), "200");
    await member.click(added.getByRole("checkbox", { name: "An answer is required" }));
    await member.click(save());
    expect(await screen.findByText("Affiliation updated successfully!")).toBeTruthy();
    expect(savedQuestions().at(-1)).toEqual({
      id: "question_6",
      label: "Why now?",
      type: "textarea",
      required: false,
      validation: { minLength: 20, maxLength: 200 },
    });
  });

  test("moves questions with the keyboard and keeps the focus on the moved one", async () => {
    const { member } = await openBuilder();
    const [first = "", second = "", ...rest] = labels();
    const down = screen.getByRole("button", { name: "Move question 1 down" });
    down.focus();
    await member.keyboard("{Enter}");
    expect(labels()).toEqual([second, first, ...rest]);
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Move question 2 down");
    expect(screen.getByText("Now question 2 of 5")).toBeTruthy();
    await member.click(screen.getByRole("button", { name: "Move question 2 up" }));
    expect(labels()).toEqual([first, second, ...rest]);
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Move question 1 down");
  });

  test("edits the options of a multiple choice", async () => {
    const { member } = await openBuilder();
    const choice = question(2);
    await member.click(choice.getByRole("button", { name: "Add an option" }));
    await member.type(choice.getByLabelText("Option 3"), "Never");
    await member.click(choice.getByRole("button", { name: "Move option 3 up" }));
    await member.click(choice.getByRole("button", { name: "Remove option 1" }));
    await member.click(save());
    await screen.findByText("Affiliation updated successfully!");
    expect(savedQuestions()[1]?.options).toEqual(["Never", "Light - Monthly participation"]);
  });

  test("marks the fields that cannot be saved", async () => {
    const { member } = await openBuilder();
    await member.clear(question(1).getByLabelText(/^Question/));
    await member.clear(question(1).getByLabelText("Maximum characters"));
    await member.type(question(1).getByLabelText("Maximum characters"), "5");
    await member.clear(question(2).getByLabelText("Option 1"));
    await member.click(save());
    expect(await screen.findByText("Please correct the marked fields.")).toBeTruthy();
    expect(question(1).getByText("Input is required")).toBeTruthy();
    expect(question(1).getByText("The maximum must not be below the minimum")).toBeTruthy();
    expect(question(2).getByText("Every option needs a text")).toBeTruthy();
    expect(written).toEqual([]);
  });

  test("needs at least one question", async () => {
    settings.questionnaire = questionnaire({ questions: defaults.questions.slice(0, 1) });
    const { member } = await openBuilder();
    await member.click(screen.getByRole("button", { name: "Remove question 1" }));
    await member.click(save());
    expect(
      await screen.findByText("Invalid questionnaire: it needs between 1 and 50 questions"),
    ).toBeTruthy();
    expect(written).toEqual([]);
  });

  test("keeps its changes in the JSON tab, and those of the JSON tab", async () => {
    const { member } = await openBuilder();
    await member.type(question(1).getByLabelText(/^Question/), "!");
    await member.click(screen.getByRole("tab", { name: "JSON" }));
    const text = await field();
    expect(questionsIn(text.value)[0]?.label).toBe("Motivation!");
    fireEvent.change(text, {
      target: { value: '{"questions":[{"id":"a","question":"Old alias","type":"select"}]}' },
    });
    await member.click(screen.getByRole("tab", { name: "Form builder" }));
    expect(labels()).toEqual(["Old alias"]);
    expect(question(1).getByLabelText<HTMLSelectElement>("Type of answer").value).toBe(
      "multiple_choice",
    );
  });

  test("explains JSON that it cannot show", async () => {
    settings.stored = "[]";
    const { member } = open();
    await field();
    await member.click(screen.getByRole("tab", { name: "Form builder" }));
    expect(await screen.findByText(/^The JSON is not a questionnaire/)).toBeTruthy();
  });
});

test("asks before unsaved changes are lost", async () => {
  const { member, path } = open();
  await member.type(await field(), " ");
  await member.click(screen.getByRole("link", { name: "People" }));
  const requested = within(await screen.findByRole("dialog", { name: "Leave without saving?" }));
  await member.click(requested.getByRole("button", { name: "Stay" }));
  expect(path()).toBe(TAB);
});

test("retries settings that failed to load", async () => {
  let requested = 0;
  server.use(
    http.get("/api/affiliations/oak/questionnaire/settings", () => {
      requested += 1;
      if (requested > 1) return HttpResponse.json(settings);
      return HttpResponse.json(affiliationRefusal(500, "Failed to load affiliation data"), {
        status: 500,
      });
    }),
  );
  const { member } = open();
  expect(await screen.findByText("Failed to load affiliation data")).toBeTruthy();
  await member.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await field()).toBeTruthy();
});

test("is refused to a role that does not include it", async () => {
  oak = affiliation(roleHolder("reviewer"));
  open();
  expect(await screen.findByText("Your role does not include this section")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Questionnaire" })).toBeNull();
});
