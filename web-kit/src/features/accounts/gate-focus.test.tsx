import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import { siteRoutes } from "../../routes/site-routes.tsx";
import type { App } from "../../shell/app.ts";
import { openPage, server, servePages } from "../../testing/open-page.tsx";

servePages();
beforeEach(() => {
  document.cookie = "csst_present=; max-age=0";
});

const routes = (app: App) => siteRoutes(app, { open: [], member: [] });

async function openGate() {
  const page = openPage("/signup", routes);
  const gate = await screen.findByRole("dialog", { name: "Exclusive Access Required" });
  await waitFor(() =>
    expect(document.activeElement).toBe(within(gate).getByLabelText("Invite code")),
  );
  return { ...page, gate };
}

test("Tab and Shift+Tab stay inside the gate", async () => {
  const { member, gate } = await openGate();
  const controls = ["link", "button"].flatMap((role) => within(gate).getAllByRole(role));
  const stops = controls.length + 1;
  const visited = new Set<Element | null>();
  for (let stop = 0; stop < 2 * stops; stop += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one key after the other
    await member.tab();
    expect(gate.contains(document.activeElement)).toBe(true);
    visited.add(document.activeElement);
  }
  expect(visited.size).toBe(stops);
  within(gate).getByLabelText("Invite code").focus();
  await member.tab({ shift: true });
  expect(document.activeElement).toBe(within(gate).getByRole("button", { name: "Deutsch" }));
});

test("focuses the first form field after the gate has opened", async () => {
  server.use(
    http.post("/api/invite-codes/validate", () =>
      HttpResponse.json({ inviteCodeId: "c", autoInviteToAffiliation: null }),
    ),
  );
  const { member } = await openGate();
  await member.keyboard("welcome1{Enter}");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Email")));
  expect(screen.queryByRole("dialog")).toBeNull();
});
