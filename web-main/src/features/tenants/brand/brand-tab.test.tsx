import { screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { reportsAt } from "@guildhall/web-kit/testing/community-server.ts";
import { skippedHeadings } from "@guildhall/web-kit/testing/heading-order.ts";
import { openPage, servePages, server } from "@guildhall/web-kit/testing/open-page.tsx";
import { buildMember } from "@guildhall/web-kit/testing/people.ts";
import { buildBrand, buildTenant } from "../../../testing/tenants.ts";
import { staffRoutes } from "../../staff/routes.tsx";
import type { BrandState } from "../types.ts";
import { customPropertiesOf } from "@guildhall/web-kit/theme/in-brand.ts";

servePages();

let state: BrandState;
let saved: Record<string, unknown>[];
let published: unknown[];

beforeEach(() => {
  const tenant = buildTenant();
  state = { draft: null, published: buildBrand(), versions: [] };
  saved = [];
  published = [];
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember({ isStaff: true }))),
    http.get("/api/staff/overview", () => HttpResponse.json({ waitlistPending: 0 })),
    http.get("/api/staff/reports", () => HttpResponse.json(reportsAt([], "open"))),
    http.get("/api/control/tenants/:id", () => HttpResponse.json(tenant)),
    http.get("/api/control/tenants/:id/domains", () => HttpResponse.json({ items: [] })),
    http.get("/api/transfer/targets", () => HttpResponse.json({ items: [] })),
    http.get("/api/control/tenants/:id/brand", () => HttpResponse.json(state)),
    http.post("/api/control/tenants/:id/brand/derive", () =>
      HttpResponse.json(buildBrand({ advice: "Links use a deeper shade." })),
    ),
    http.put("/api/control/tenants/:id/brand", async ({ request }) => {
      const { revision, ...fields } = Object(await request.json());
      saved.push({ revision, ...fields });
      state = { ...state, draft: buildBrand({ ...fields, revision: 6 }) };
      return HttpResponse.json(state.draft);
    }),
    http.post("/api/control/tenants/:id/brand/publish", async ({ request }) => {
      published.push(await request.json());
      state = { ...state, draft: null, published: state.draft };
      return HttpResponse.json(state.published);
    }),
  );
});

const open = (tab = "brand") =>
  openPage(`/staff/tenants/${buildTenant().id}/${tab}`, (app) => staffRoutes(app.cache));
const button = (name: string) => screen.findByRole("button", { name });

describe("the brand", () => {
  test("is saved as a draft, then published unchanged", async () => {
    const { member } = open();
    const colour = await screen.findByLabelText("Brand colour");
    await member.clear(colour);
    await member.type(colour, "0E6B5E");
    expect(await screen.findByText("Unsaved changes")).toBeTruthy();
    await member.click(await button("Publish brand"));
    await expect.poll(() => published).toEqual([{ revision: 6 }]);
    expect(saved).toHaveLength(1);
    expect(saved[0]).toMatchObject({ colour: "#0e6b5e", headings: "poster", revision: null });
    expect(await screen.findByText("Published")).toBeTruthy();
  });

  test("shows the derived palette before saving", async () => {
    const { member } = open();
    await member.click(await screen.findByLabelText("Brand colour"));
    await member.clear(screen.getByLabelText("Brand colour"));
    await member.type(screen.getByLabelText("Brand colour"), "#abc");
    expect(await screen.findByText("Links use a deeper shade.")).toBeTruthy();
    expect(screen.getByText("All colours are readable")).toBeTruthy();
    expect(saved).toEqual([]);
  });

  test("skips no heading level", async () => {
    open();
    await screen.findByRole("heading", { name: "Page footer links" });
    await screen.findByRole("heading", { name: "Contrast" });
    expect(skippedHeadings()).toEqual([]);
  });

  test("removes a footer link", async () => {
    const links = [
      { label: "Statutes", url: "https://htwu.example/statutes" },
      { label: "Board", url: "https://htwu.example/board" },
    ];
    state = { ...state, published: buildBrand({ footerLinks: links }) };
    const { member } = open();
    await member.click(await button("Remove link 1"));
    await member.click(await button("Save draft"));
    await expect.poll(() => saved).toHaveLength(1);
    expect(saved[0]).toMatchObject({ footerLinks: links.slice(1) });
  });

  test("detects a conflicting save, which the second user resolves", async () => {
    const detail = "Somebody else saved this brand meanwhile.";
    let refused = false;
    server.use(
      http.put("/api/control/tenants/:id/brand", async ({ request }) => {
        if (refused) return undefined;
        refused = true;
        state = { ...state, draft: buildBrand({ name: "Dockers", revision: 9 }) };
        await request.json();
        return HttpResponse.json({ status: 409, code: "brand-changed", detail }, { status: 409 });
      }),
    );
    const { member } = open();
    const name = await screen.findByLabelText("Name");
    await member.type(name, " Union");
    await member.click(await button("Save draft"));
    expect(await screen.findByText(detail)).toBeTruthy();
    await member.click(await button("Overwrite with mine"));
    await expect.poll(() => saved).toHaveLength(1);
    expect(saved[0]).toMatchObject({ name: "HTWU Union", revision: 9 });
  });

  test("shows an error at its field", async () => {
    const message = "Please leave out <, > and characters that cannot be seen.";
    server.use(
      http.put("/api/control/tenants/:id/brand", () =>
        HttpResponse.json(
          {
            status: 422,
            code: "validation-failed",
            detail: "Please check the form.",
            errors: [{ field: "name", code: "characters", message }],
          },
          { status: 422 },
        ),
      ),
    );
    const { member } = open();
    await member.type(await screen.findByLabelText("Name"), "<");
    await member.click(await button("Save draft"));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByLabelText("Name").getAttribute("aria-invalid")).toBe("true");
  });

  test("asks before unsaved changes are lost", async () => {
    const { member, path } = open();
    await member.type(await screen.findByLabelText("Name"), "!");
    await member.click(screen.getByRole("link", { name: "Log" }));
    const dialog = await screen.findByRole("dialog", { name: "Leave without saving?" });
    await member.click(within(dialog).getByRole("button", { name: "Stay" }));
    expect(path()).toMatch(/\/brand$/);
  });
});

test("the sign-in page's texts belong to the same draft", async () => {
  const { member } = open("sign-in");
  const title = await screen.findByLabelText("Title");
  await member.clear(title);
  await member.click(await screen.findByRole("radio", { name: "Split" }));
  await member.click(await button("Save draft"));
  await expect.poll(() => saved).toHaveLength(1);
  expect(saved[0]).toMatchObject({ signInTitle: null, signInLayout: "split", colour: "#f5b800" });
});

test("parses a brand's CSS rule to custom properties", () => {
  expect(customPropertiesOf(":root{--brand:light-dark(#f5b800,#f5b800);--ink-2:#111;}")).toEqual([
    ["--brand", "light-dark(#f5b800,#f5b800)"],
    ["--ink-2", "#111"],
  ]);
});
