import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import type { DataExport, Me } from "../../api/types.ts";
import { openPage, servePages, server } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { LeavingPopup } from "./leaving-popup.tsx";
import { settingsRoutes } from "./routes.tsx";

servePages();

const proofNeeded = "For security, you must sign in again before changing this.";
let me: Me;
let made: DataExport | null;

function anExport(changes: Partial<DataExport> = {}): DataExport {
  return {
    id: "0192f0c0aa7e7cc0b0d0000000000009",
    state: "ready",
    bytes: 1200,
    createdAt: "2026-11-21T10:00:00Z",
    readyAt: "2026-11-21T10:01:00Z",
    expiresAt: "2026-11-28T10:00:00Z",
    ...changes,
  };
}

beforeEach(() => {
  me = buildMember();
  made = null;
  server.use(
    http.get("/api/me", () => HttpResponse.json(me)),
    http.get("/api/me/export", () => HttpResponse.json({ export: made })),
  );
});

const open = () =>
  openPage("/settings/data", () => [
    ...settingsRoutes(),
    { path: "/login", element: <p>The way in</p> },
  ]);

test("requests an export and waits for it", async () => {
  server.use(
    http.post("/api/me/export", () => {
      made = anExport({ state: "waiting", readyAt: null });
      return HttpResponse.json(made);
    }),
  );
  const { member } = open();
  await member.click(await screen.findByRole("button", { name: "Request a copy" }));
  expect(await screen.findByText("Your copy is being created.")).toBeDefined();
  expect(screen.queryByRole("button", { name: /copy/ })).toBeNull();
});

test("downloads a finished export and reports an expired one", async () => {
  made = anExport();
  const detail = "This download is no longer available. Please request a new one.";
  server.use(
    http.get("/api/me/export/:id", () => HttpResponse.json({ detail }, { status: 404 }), {
      once: true,
    }),
    http.get("/api/me/export/:id", () => new HttpResponse("zip")),
  );
  const url = vi.fn(() => "blob:copy");
  URL.createObjectURL = url;
  URL.revokeObjectURL = vi.fn();
  HTMLAnchorElement.prototype.click = vi.fn();
  const { member } = open();
  expect(await screen.findByText(/Your copy is ready until/)).toBeDefined();
  await member.click(screen.getByRole("button", { name: "Download" }));
  expect(await screen.findByText(detail)).toBeDefined();
  await member.click(screen.getByRole("button", { name: "Download" }));
  await waitFor(() => expect(url).toHaveBeenCalled());
});

test("asks for step-up authentication; cancelling shows no error", async () => {
  server.use(
    http.post("/api/me/export", () =>
      HttpResponse.json({ code: "proof-required", detail: proofNeeded }, { status: 403 }),
    ),
  );
  const { member } = open();
  await member.click(await screen.findByRole("button", { name: "Request a copy" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText(proofNeeded)).toBeDefined();
  await member.click(dialog.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.queryByText(proofNeeded)).toBeNull();
});

test("deletes an account after DELETE is typed", async () => {
  server.use(
    http.post("/api/me/deletion", async ({ request }) => {
      expect(await request.json()).toEqual({ confirmation: "DELETE" });
      return HttpResponse.json({ deletionDueAt: "2026-11-28T10:00:00Z" });
    }),
  );
  const { member, path } = open();
  await member.click(await screen.findByRole("button", { name: "Delete my account" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Delete your account?" }));
  const button = dialog.getByRole("button", { name: "Delete my account" });
  expect(button).toHaveProperty("disabled", true);
  await member.type(dialog.getByLabelText("Type DELETE to confirm"), "DELETE");
  await member.click(button);
  expect(await screen.findByText(/Your account will be deleted on 28 November 2026/)).toBeDefined();
  await waitFor(() => expect(path()).toBe("/login"));
});

test("a member with a scheduled deletion can cancel it after signing in", async () => {
  me = buildMember({ deletionDueAt: "2026-11-28T10:00:00Z" });
  let undone = false;
  server.use(
    http.delete("/api/me/deletion", () => {
      undone = true;
      me = buildMember();
      return HttpResponse.json({ deletionDueAt: null });
    }),
  );
  const { member } = openPage("/", () => [{ path: "/", element: <LeavingPopup me={me} /> }]);
  const dialog = within(
    await screen.findByRole("dialog", { name: "Your account will be deleted" }),
  );
  expect(dialog.getByRole("button", { name: "Log Out" })).toBeDefined();
  await member.click(dialog.getByRole("button", { name: "Keep my account" }));
  expect(await screen.findByText("Your account is kept.")).toBeDefined();
  expect(undone).toBe(true);
});
