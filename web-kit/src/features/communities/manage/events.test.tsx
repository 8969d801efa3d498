import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import {
  type CommunityFixture,
  communityFixture,
  serveCommunity,
} from "../../../testing/community-server.ts";
import { adminOf, announcement, community, eventAnnouncement } from "../../../testing/factories.ts";
import { openPage, servePages, server } from "../../../testing/open-page.tsx";
import { buildMember } from "../../../testing/people.ts";
import { communitiesRoutes } from "../routes.tsx";

/** Events are written, changed and cancelled by admins. */

servePages();

const path = "/api/communities/bridges/announcements";
let world: CommunityFixture;

beforeEach(() => {
  const bridges = community("bridges", { name: "Bridges", viewer: adminOf() });
  world = communityFixture(buildMember({ id: "nadia" }), bridges);
  serveCommunity(() => world);
});

const open = () =>
  openPage("/communities/bridges/manage/announcements", ({ cache }) => communitiesRoutes(cache));
const iso = (local: string) => new Date(local).toISOString();

async function openDialog(button: string, title: string) {
  const opened = open();
  await opened.member.click(await screen.findByRole("button", { name: button }));
  return { ...opened, form: within(await screen.findByRole("dialog", { name: title })) };
}

async function choose(item: string) {
  const opened = open();
  const menu = await screen.findByRole("button", { name: "Actions for “Site visit”" });
  await opened.member.click(menu);
  await opened.member.click(await screen.findByRole("menuitem", { name: item }));
  return opened;
}

test("the details of an event appear with its start and are sent", async () => {
  const sent: unknown[] = [];
  server.use(
    http.post(path, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(eventAnnouncement("visit"), { status: 201 });
    }),
  );
  const { member, form } = await openDialog("New announcement", "New announcement");
  expect(form.queryByLabelText("Place")).toBeNull();
  await member.type(form.getByLabelText("Announcement"), "Site visit");
  await member.type(form.getByLabelText("Starts"), "2099-01-01T10:00");
  await member.type(form.getByLabelText("Ends"), "2099-01-01T12:00");
  await member.type(form.getByLabelText("Place"), "Old library");
  await member.type(form.getByLabelText("Link"), "https://meet.example/visit");
  await member.type(form.getByLabelText("Capacity"), "20");
  await member.click(form.getByRole("button", { name: /^Announce/ }));
  expect(await screen.findByText("Announcement created successfully")).toBeDefined();
  expect(sent).toEqual([
    {
      content: "Site visit",
      startsAt: iso("2099-01-01T10:00"),
      endsAt: iso("2099-01-01T12:00"),
      location: "Old library",
      link: "https://meet.example/visit",
      capacity: 20,
    },
  ]);
});

test("an end before the start and a wrong capacity are refused at their fields", async () => {
  const { member, form } = await openDialog("New announcement", "New announcement");
  await member.type(form.getByLabelText("Announcement"), "Site visit");
  await member.type(form.getByLabelText("Starts"), "2099-01-01T10:00");
  await member.type(form.getByLabelText("Ends"), "2099-01-01T09:00");
  await member.click(form.getByRole("button", { name: /^Announce/ }));
  expect(await form.findByText("An event must end after its start")).toBeDefined();
  await member.clear(form.getByLabelText("Ends"));
  await member.type(form.getByLabelText("Capacity"), "many");
  await member.click(form.getByRole("button", { name: /^Announce/ }));
  expect(await form.findByText("The capacity must be between 1 and 100000")).toBeDefined();
  expect(form.queryByText("An event must end after its start")).toBeNull();
});

test("the server's errors appear at their fields", async () => {
  const message = "The link must be a web address that begins with http:// or https://";
  server.use(
    http.post(path, () =>
      HttpResponse.json(
        { status: 422, code: "x", errors: [{ field: "link", code: "event-link", message }] },
        { status: 422 },
      ),
    ),
  );
  const { member, form } = await openDialog("New announcement", "New announcement");
  await member.type(form.getByLabelText("Announcement"), "Site visit");
  await member.type(form.getByLabelText("Starts"), "2099-01-01T10:00");
  await member.type(form.getByLabelText("Link"), "meet");
  await member.click(form.getByRole("button", { name: /^Announce/ }));
  expect(await form.findByText(message)).toBeDefined();
  expect(form.getByLabelText("Link").getAttribute("aria-invalid")).toBe("true");
});

test("an event is changed, and its other fields are kept", async () => {
  const startsAt = "2099-01-01T10:00:30Z";
  const before = eventAnnouncement("visit", { content: "Site visit", startsAt, capacity: 20 });
  world.announcements = [before];
  const sent: unknown[] = [];
  server.use(
    http.put(`${path}/visit`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(before);
    }),
  );
  const { member } = await choose("Edit");
  const form = within(await screen.findByRole("dialog", { name: "Edit event" }));
  await member.type(form.getByLabelText("Place"), "Harbour");
  await member.click(form.getByRole("button", { name: /^Sav/ }));
  expect(await screen.findByText("Changes saved")).toBeDefined();
  expect(sent).toEqual([
    {
      content: "Site visit",
      startsAt,
      endsAt: null,
      location: "Harbour",
      link: null,
      capacity: 20,
    },
  ]);
});

test("another announcement is changed but gets no start", async () => {
  world.announcements = [announcement("visit", { content: "Site visit" })];
  await choose("Edit");
  const form = within(await screen.findByRole("dialog", { name: "Edit announcement" }));
  expect(form.queryByLabelText("Starts")).toBeNull();
});

test("an event is cancelled after a confirmation", async () => {
  world.announcements = [eventAnnouncement("visit", { content: "Site visit" })];
  server.use(
    http.post(`${path}/visit/cancel`, () => {
      const cancelledAt = "2026-11-20T10:00:00Z";
      world.announcements = [eventAnnouncement("visit", { content: "Site visit", cancelledAt })];
      return HttpResponse.json(world.announcements[0]);
    }),
  );
  const { member } = await choose("Cancel event");
  const dialog = within(await screen.findByRole("dialog", { name: "Cancel this event?" }));
  await member.click(dialog.getByRole("button", { name: "Cancel event" }));
  expect(await screen.findByText("Event cancelled")).toBeDefined();
  expect(await screen.findByText("Cancelled")).toBeDefined();
  await member.click(screen.getByRole("button", { name: "Actions for “Site visit”" }));
  await waitFor(() => expect(screen.getByRole("menuitem", { name: "Delete" })).toBeDefined());
  expect(screen.queryByRole("menuitem", { name: "Edit" })).toBeNull();
  expect(screen.queryByRole("menuitem", { name: "Cancel event" })).toBeNull();
});
