import { screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, test } from "vitest";
import { openPage, servePages, server } from "@guildhall/web-kit/testing/open-page.tsx";
import { buildBrand } from "../../../testing/tenants.ts";
import { brandPreviewRoute } from "../routes.tsx";

servePages();

const open = (hash: string) => openPage(`/brand-preview${hash}`, () => [brandPreviewRoute()]);

test("shows a draft by link and sends the secret only in the request body", async () => {
  const sent: unknown[] = [];
  server.use(
    http.post("/api/control/brand-preview", async ({ request }) => {
      sent.push(await request.json(), request.url.includes("s3cret"));
      return HttpResponse.json({
        brand: { ...buildBrand(), initial: "H" },
        css: buildBrand().css,
        expiresAt: "2026-11-29T10:00:00Z",
      });
    }),
  );
  open("#s3cret");
  expect(await screen.findByRole("heading", { name: "Preview of HTWU" })).toBeTruthy();
  expect(sent).toEqual([{ token: "s3cret" }, false]);
});

test.each([["#old"], [""]])("reports an expired link (%s)", async (hash) => {
  server.use(
    http.post("/api/control/brand-preview", () =>
      HttpResponse.json(
        { status: 404, code: "preview-ended", detail: "This preview has expired." },
        { status: 404 },
      ),
    ),
  );
  open(hash);
  expect(await screen.findByRole("heading", { name: "This preview has expired" })).toBeTruthy();
});
