import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import type { Community } from "../../../api/types.ts";
import {
  type CommunityFixture,
  refusalResponse,
  serveCommunity,
  communityFixture,
} from "../../../testing/community-server.ts";
import { adminOf, community, pendingDeletion } from "../../../testing/factories.ts";
import { openPage, servePages, server } from "../../../testing/open-page.tsx";
import { buildMember } from "../../../testing/people.ts";
import { communitiesRoutes } from "../routes.tsx";

servePages();

const path = "/api/communities/bridges/export";
const proofNeeded = "For security, you must sign in again before changing this.";
const going = { deletionStatus: pendingDeletion("2099-01-01T00:00:00Z") };
const bridges = (changes: Partial<Community> = {}) =>
  community("bridges", { name: "Bridges", viewer: adminOf(), ...changes });

let world: CommunityFixture;
let downloads: { name: string; file: Blob }[];

beforeEach(() => {
  world = communityFixture(buildMember({ id: "nadia" }), bridges());
  serveCommunity(() => world);
  downloads = [];
  const made: Blob[] = [];
  URL.createObjectURL = vi.fn((file: Blob) => {
    made.push(file);
    return "blob:copy";
  });
  URL.revokeObjectURL = vi.fn();
  HTMLAnchorElement.prototype.click = function keep() {
    const file = made.at(-1);
    if (file !== undefined) downloads.push({ name: this.download, file });
  };
});

const open = (tab = "/manage/settings") =>
  openPage(`/communities/bridges${tab}`, ({ cache }) => communitiesRoutes(cache));
const button = () => screen.findByRole("button", { name: "Export community" });

test("downloads the export and is busy meanwhile", async () => {
  let answer = () => {};
  const requested = new Promise<void>((resolve) => (answer = resolve));
  server.use(
    http.get(path, async () => {
      await requested;
      return new HttpResponse('{"kind":"community"}\n');
    }),
  );
  const { member } = open();
  await member.click(await button());
  await waitFor(async () => expect((await button()).getAttribute("aria-busy")).toBe("true"));
  answer();
  await waitFor(() => expect(downloads.map(({ name }) => name)).toEqual(["community.ndjson"]));
  expect(await downloads[0]?.file.text()).toBe('{"kind":"community"}\n');
  await waitFor(async () => expect((await button()).getAttribute("aria-busy")).toBeNull());
});

test("is offered next to the cancellation of a deletion", async () => {
  world.community = bridges(going);
  server.use(http.get(path, () => new HttpResponse("{}\n")));
  const { member } = open("");
  await member.click(await button());
  await waitFor(() => expect(downloads).toHaveLength(1));
  expect(screen.getByRole("button", { name: "Cancel deletion" })).toBeDefined();
});

test("asks for step-up authentication and then exports", async () => {
  let proven = false;
  server.use(
    http.get(path, () =>
      proven ? new HttpResponse("{}\n") : refusalResponse(403, "proof-required", proofNeeded),
    ),
    http.post("/api/identity/prove", () => {
      proven = true;
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { member } = open();
  await member.click(await button());
  const dialog = within(await screen.findByRole("dialog", { name: "Confirm it is you" }));
  expect(dialog.getByText(proofNeeded)).toBeDefined();
  await member.type(dialog.getByLabelText("Password"), "Bridges2026");
  await member.click(dialog.getByRole("button", { name: "Confirm" }));
  await waitFor(() => expect(downloads).toHaveLength(1));
});

test("cancelling the authentication shows no error", async () => {
  server.use(http.get(path, () => refusalResponse(403, "proof-required", proofNeeded)));
  const { member } = open();
  await member.click(await button());
  const dialog = within(await screen.findByRole("dialog"));
  await member.click(dialog.getByRole("button", { name: "Cancel" }));
  await waitFor(async () => expect((await button()).getAttribute("aria-busy")).toBeNull());
  expect(screen.queryByText("Failed to export community")).toBeNull();
  expect(downloads).toEqual([]);
});

test.each([
  [403, "community-admin-only", "Admin privileges required"],
  [500, "internal", "Failed to export community"],
])("shows the server's message on refusal: %i %s", async (status, code, words) => {
  server.use(http.get(path, () => refusalResponse(status, code, words)));
  const { member } = open();
  await member.click(await button());
  expect(await screen.findByText(words)).toBeDefined();
  expect(downloads).toEqual([]);
});

test("an interrupted download is not saved", async () => {
  const cut = new ReadableStream({ start: (stream) => stream.error(new Error("cut")) });
  server.use(http.get(path, () => new HttpResponse(cut)));
  const { member } = open();
  await member.click(await button());
  expect(await screen.findByText(/^(Failed to export community|Network error)/)).toBeDefined();
  expect(downloads).toEqual([]);
});

test("is not offered to staff who are not admins", async () => {
  world.me = buildMember({ id: "nadia", isStaff: true });
  const viewer = { ...community("x").viewer, mayModerate: true };
  world.community = bridges({ viewer, ...going });
  open();
  expect(await screen.findByRole("button", { name: "Cancel deletion" })).toBeDefined();
  expect(screen.queryByRole("button", { name: "Export community" })).toBeNull();
});
