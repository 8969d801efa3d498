import { screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { Affiliation } from "../../../api/types.ts";
import {
  affiliation,
  affiliationRefusal,
  questionnaire,
  roleHolder,
} from "../../../testing/affiliations.ts";
import { openPage, servePages, server } from "../../../testing/open-page.tsx";
import { buildMember, buildPortal } from "../../../testing/people.ts";
import { ReadOnlyScreen } from "./read-only-screen.tsx";

servePages();

let oak: Affiliation;

beforeEach(() => {
  oak = affiliation(roleHolder("owner"));
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember())),
    http.get("/api/affiliations/:id", () => HttpResponse.json(oak)),
    http.get("/api/affiliations/oak/questionnaire", () => HttpResponse.json(questionnaire())),
  );
});

const open = () =>
  openPage(
    "/affiliation/oak-house/manage",
    () => [{ path: "affiliation/:idOrPath/manage", element: <ReadOnlyScreen /> }],
    { portal: buildPortal, mode: "whitelabel" },
  );

test("shows the brand and the form without a control that changes them", async () => {
  open();
  expect(await screen.findByText("This page is read-only")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Manage on Guildhall" })).toBeTruthy();
  const brand = within(screen.getByRole("region", { name: "Published brand" }));
  expect(brand.getByText("Oak House")).toBeTruthy();
  expect(brand.queryByRole("textbox")).toBeNull();
  const form = await screen.findByRole("heading", { name: "Apply to Join Oak House" });
  expect(form.closest("[inert]")).not.toBeNull();
  expect(screen.getByRole("heading", { name: "Preview (Whitelabel)" })).toBeTruthy();
});

test("retries a form that failed to load", async () => {
  let isFailing = true;
  server.use(
    http.get("/api/affiliations/oak/questionnaire", () =>
      isFailing
        ? HttpResponse.json(affiliationRefusal(500, "Failed to load affiliation data"), {
            status: 500,
          })
        : HttpResponse.json(questionnaire()),
    ),
  );
  const { member } = open();
  expect(await screen.findByText("Failed to load affiliation data")).toBeTruthy();
  isFailing = false;
  await member.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByRole("heading", { name: "Apply to Join Oak House" })).toBeTruthy();
});

test("is not found by members without a role", async () => {
  oak = affiliation({ isMember: true });
  open();
  expect(await screen.findByRole("heading", { name: "Affiliation not found" })).toBeTruthy();
});
