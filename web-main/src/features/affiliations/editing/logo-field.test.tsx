import { screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import type { Affiliation } from "@guildhall/web-kit/api/types.ts";
import {
  affiliation,
  singlePage,
  affiliationRefusal,
} from "@guildhall/web-kit/testing/affiliations.ts";
import { openPage, servePages, server } from "@guildhall/web-kit/testing/open-page.tsx";
import { buildMember } from "@guildhall/web-kit/testing/people.ts";
import { manageRoutes } from "../main-routes.tsx";

servePages();

let oak: Affiliation;

beforeEach(() => {
  oak = affiliation({ isMember: true, isAdmin: true });
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember())),
    http.get("/api/transfer/targets", () => HttpResponse.json(singlePage([]))),
    http.get("/api/affiliations/:id", () => HttpResponse.json(oak)),
    http.get("/api/affiliations/oak/overview", () => new HttpResponse(null, { status: 503 })),
  );
});

const open = () => openPage("/affiliation/oak/manage/page", (app) => manageRoutes(app.cache));
const logo = async () => within(await screen.findByRole("region", { name: "Logo" }));
const input = () => screen.findByLabelText("Logo file");
const file = (type = "image/png") => new File(["x"], "oak", { type });

test("a logo is saved immediately, and form input is kept", async () => {
  const fetched = globalThis.fetch;
  const forms: FormData[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (to, init) => {
    if (to !== "/api/affiliations/oak/logo" || !(init?.body instanceof FormData)) {
      return fetched(to, init);
    }
    forms.push(init.body);
    oak = { ...oak, logo: "/media/affiliations/oak/logo.png" };
    return Response.json(oak);
  });
  const { member } = open();
  const field = await logo();
  expect(field.getByText("Square works best, 5 MB at most.")).toBeTruthy();
  expect(field.queryByRole("button", { name: "Remove" })).toBeNull();
  const name = screen.getByRole<HTMLInputElement>("textbox", { name: "Name" });
  await member.type(name, "s");
  await member.upload(await input(), file());
  expect(await screen.findByText("The logo was saved.")).toBeTruthy();
  expect(forms.map((form) => form.get("file"))).toEqual([expect.any(File)]);
  expect(field.getByRole("button", { name: "Replace" })).toBeTruthy();
  expect(name.value).toBe("Oak Houses");
});

test("a logo is removed", async () => {
  oak.logo = "/media/affiliations/oak/logo.png";
  server.use(
    http.delete("/api/affiliations/oak/logo", () => {
      oak = { ...oak, logo: null };
      return HttpResponse.json(oak);
    }),
  );
  const { member } = open();
  const field = await logo();
  await member.click(field.getByRole("button", { name: "Remove" }));
  expect(await screen.findByText("The logo was removed.")).toBeTruthy();
  expect(await field.findByRole("button", { name: "Upload logo" })).toBeTruthy();
});

test.each([
  [
    "in the server's words",
    affiliationRefusal(422, "This picture cannot be read."),
    "This picture cannot be read.",
  ],
  ["in the page's, where it has none", {}, "Failed to update affiliation"],
])("a refused logo shows the error %s", async (_, body, words) => {
  server.use(
    http.post("/api/affiliations/oak/logo", () => HttpResponse.json(body, { status: 422 })),
  );
  const { member } = open();
  await member.upload(await input(), file());
  expect((await screen.findByText(words)).closest("[role=alert]")).not.toBeNull();
  expect((await logo()).getByRole("button", { name: "Upload logo" })).toBeTruthy();
});

test("a file that neither browser nor server can decode is not sent", async () => {
  const { member } = open();
  await member.upload(await input(), file("image/x-unheard-of"));
  expect(
    await screen.findByText("Please choose a JPEG, PNG, WebP, GIF, HEIC or AVIF picture."),
  ).toBeTruthy();
});
