import { screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { Affiliation, QuestionnaireSettings } from "@guildhall/web-kit/api/types.ts";
import {
  affiliation,
  questionnaire,
  affiliationRefusal,
} from "@guildhall/web-kit/testing/affiliations.ts";
import { openPage, servePages, server } from "@guildhall/web-kit/testing/open-page.tsx";
import { buildMember } from "@guildhall/web-kit/testing/people.ts";
import { buildBrand, buildTenant } from "../../../testing/tenants.ts";
import { questionnaireRoute } from "../main-routes.tsx";

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

const open = () =>
  openPage("/affiliation/oak-house/questionnaire", (app) => [questionnaireRoute(app.cache)]);
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

test("warns about an invalid stored questionnaire", async () => {
  settings.stored = "[]";
  settings.problem = "Invalid questionnaire: invalid type: sequence";
  open();
  expect((await field()).value).toBe("[]");
  expect(screen.getByText("The default questions are used meanwhile")).toBeTruthy();
  expect(screen.getByText(/invalid type: sequence/)).toBeTruthy();
});

test("previews the form on the main site, and on a portal only if there is one", async () => {
  const { member } = open();
  await field();
  expect(screen.queryByRole("button", { name: "Preview (Whitelabel)" })).toBeNull();
  await member.click(screen.getByRole("button", { name: "Preview (Main)" }));
  const preview = within(await screen.findByRole("dialog", { name: "Preview (Main)" }));
  expect(preview.getByText(/as applicants see it on Guildhall/)).toBeTruthy();
});

test.each([
  [
    "its published brand",
    { published: buildBrand({ name: "Oak" }), draft: buildBrand({ name: "Draft" }) },
  ],
  ["what is to become of it", { published: null, draft: buildBrand({ name: "Oak" }) }],
])("previews the form on the portal in %s", async (_, brand) => {
  oak.viewer.runsPortal = true;
  server.use(
    http.get("/api/control/affiliations/oak/tenant", () =>
      HttpResponse.json(buildTenant({ id: "t" })),
    ),
    http.get("/api/control/tenants/t/brand", () => HttpResponse.json({ ...brand, versions: [] })),
  );
  const { member } = open();
  await member.click(await screen.findByRole("button", { name: "Preview (Whitelabel)" }));
  const preview = within(await screen.findByRole("dialog", { name: "Preview (Whitelabel)" }));
  expect(await preview.findByText(/as applicants see it on Oak\./)).toBeTruthy();
});

test("asks before unsaved changes are lost", async () => {
  const { member, path } = open();
  await member.type(await field(), " ");
  await member.click(screen.getByRole("link", { name: "Oak House" }));
  const requested = within(await screen.findByRole("dialog", { name: "Leave without saving?" }));
  await member.click(requested.getByRole("button", { name: "Stay" }));
  expect(path()).toBe("/affiliation/oak-house/questionnaire");
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

test("is not found for viewers who are not admins", async () => {
  oak = affiliation({ isMember: true });
  open();
  expect(await screen.findByRole("heading", { name: "Affiliation not found" })).toBeTruthy();
});
