import { act, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { NotificationSettingsChange } from "../notifications/contract.ts";
import {
  type NotificationFixture,
  pushDevice,
  serveNotifications,
} from "../../testing/notifications.ts";
import { openPage, servePages, server } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { settingsRoutes } from "./routes.tsx";

servePages();

let fixture: NotificationFixture;

beforeEach(() => {
  localStorage.clear();
  fixture = serveNotifications();
  server.use(http.get("/api/me", () => HttpResponse.json(buildMember())));
});

const open = () => openPage("/settings/notifications", settingsRoutes);
const box = (name: string) => screen.findByRole<HTMLInputElement>("checkbox", { name });
const select = (name: string) => screen.findByRole<HTMLSelectElement>("combobox", { name });
const refused = (detail: string) =>
  HttpResponse.json({ status: 503, code: "x", detail }, { status: 503 });
const savedKind = (name: string, place = 0) =>
  fixture.saved[place]?.kinds.find(({ kind }) => kind === name);

function phone() {
  const matchMedia = (media: string) => Object.assign(new EventTarget(), { media, matches: false });
  Object.defineProperty(window, "matchMedia", { value: matchMedia, configurable: true });
}

describe("the channels of each kind", () => {
  test("are a table with the seven kinds", async () => {
    open();
    const table = within(await screen.findByRole("table", { name: "Notifications by kind" }));
    const columns = table.getAllByRole("columnheader").map(({ textContent }) => textContent);
    expect(columns).toEqual(["Kind", "In app", "Email", "Push"]);
    const rows = table.getAllByRole("rowheader");
    expect(rows.map(({ firstChild }) => firstChild?.textContent)).toEqual([
      "Mentions",
      "Replies",
      "Messages",
      "Announcements",
      "Events",
      "Requests",
      "Decisions",
    ]);
  });

  test("are saved one by one, with the time zone of the browser", async () => {
    const { member } = open();
    await member.click(await box("Mentions by push"));
    await member.selectOptions(await select("Replies by email"), "Daily");
    await waitFor(() => expect(fixture.saved).toHaveLength(2));
    expect(savedKind("mention")).toEqual({
      kind: "mention",
      inApp: true,
      email: "off",
      push: false,
    });
    expect(savedKind("reply", 1)).toMatchObject({ email: "daily" });
    expect(savedKind("mention", 1)).toMatchObject({ push: false });
    expect(fixture.saved[0]?.timeZone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
    expect((await box("Mentions by push")).checked).toBe(false);
  });

  test("show a change at once and send the next one after it", async () => {
    let answer: () => void = () => undefined;
    let requests = 0;
    server.use(
      http.put("/api/me/notification-settings", async () => {
        requests += 1;
        await new Promise<void>((settle) => (answer = settle));
        return HttpResponse.json(fixture.settings);
      }),
    );
    const { member } = open();
    await member.click(await box("Mentions in app"));
    await member.click(await box("Replies in app"));
    expect((await box("Mentions in app")).checked).toBe(false);
    expect((await box("Replies in app")).checked).toBe(false);
    await waitFor(() => expect(requests).toBe(1));
    act(() => answer());
    await waitFor(() => expect(requests).toBe(2));
    act(() => answer());
  });

  test("undo only the refused one of two changes", async () => {
    server.use(
      http.put("/api/me/notification-settings", () => refused("Try later."), { once: true }),
    );
    const { member } = open();
    await member.click(await box("Mentions in app"));
    await member.click(await box("Replies in app"));
    expect(await screen.findByText("Try later.")).toBeDefined();
    await waitFor(() => expect(fixture.saved).toHaveLength(1));
    expect(savedKind("mention")?.inApp).toBe(true);
    expect(savedKind("reply")?.inApp).toBe(false);
    await waitFor(async () => expect((await box("Mentions in app")).checked).toBe(true));
    expect((await box("Replies in app")).checked).toBe(false);
  });

  test("are grouped rows on a phone", async () => {
    phone();
    const { member } = open();
    const group = within(await screen.findByRole("group", { name: "Messages" }));
    expect(screen.queryByRole("table")).toBeNull();
    await member.click(group.getByRole("checkbox", { name: "Messages: Push" }));
    await member.selectOptions(
      group.getByRole("combobox", { name: "Messages: Email" }),
      "Immediately",
    );
    await waitFor(() => expect(fixture.saved).toHaveLength(2));
    expect(savedKind("message", 1)).toMatchObject({ push: false, email: "immediately" });
  });

  test("allow retrying if they fail to load", async () => {
    server.use(http.get("/api/me/notification-settings", () => refused("Later."), { once: true }));
    const { member } = open();
    expect(
      await screen.findByText("Failed to load your settings. Please try again."),
    ).toBeDefined();
    await member.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await box("Mentions in app")).toBeDefined();
  });

  test("wait for a network", async () => {
    server.use(http.get("/api/me/notification-settings", () => HttpResponse.error()));
    open();
    await screen.findByRole("button", { name: "Try Again" });
    act(() => void dispatchEvent(new Event("offline")));
    expect(await screen.findByText("This loads when the connection is back.")).toBeDefined();
    fixture = serveNotifications();
    act(() => void dispatchEvent(new Event("online")));
    expect(await box("Mentions in app")).toBeDefined();
  });
});

describe("the email status", () => {
  test("says that emails bounced, and resumes them", async () => {
    let resumed = 0;
    const since = "2026-11-20T10:00:00Z";
    fixture.settings.email = { address: "nadia@ashcombe.example", status: "bounced", since };
    server.use(
      http.post("/api/me/notification-settings/email/resume", () => {
        resumed += 1;
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { member } = open();
    expect(
      await screen.findByText("Notifications by email are stopped since 20 November 2026"),
    ).toBeDefined();
    expect(screen.getByText(/^Emails to nadia@ashcombe\.example were returned\./)).toBeDefined();
    await member.click(screen.getByRole("button", { name: "Resume emails" }));
    await waitFor(() => expect(screen.queryByText(/are stopped/)).toBeNull());
    expect(resumed).toBe(1);
    expect(await screen.findByText("Emails are sent again.")).toBeDefined();
  });

  test("says that an email was reported as spam, and reports a failed resume", async () => {
    fixture.settings.email = {
      address: "nadia@ashcombe.example",
      status: "complained",
      since: null,
    };
    server.use(
      http.post("/api/me/notification-settings/email/resume", () => refused("Try later.")),
    );
    const { member } = open();
    expect(await screen.findByText(/was reported as spam/)).toBeDefined();
    await member.click(screen.getByRole("button", { name: "Resume emails" }));
    expect(await screen.findByText("Try later.")).toBeDefined();
    expect(screen.getByText("Notifications by email are stopped")).toBeDefined();
  });
});

describe("quiet hours", () => {
  const time = (name: string) => screen.findByLabelText<HTMLInputElement>(name);

  test("are saved when the focus leaves a time", async () => {
    const { member } = open();
    await member.click(await box("Use quiet hours"));
    const from = await time("From");
    await member.clear(from);
    await member.type(from, "23:30");
    await member.tab();
    await waitFor(() => expect(fixture.saved).toHaveLength(2));
    expect(fixture.saved[1]?.quietHours).toEqual({ enabled: true, from: "23:30", to: "07:00" });
  });

  test("need two different times", async () => {
    fixture.settings.quietHours.enabled = true;
    const { member } = open();
    const to = await time("To");
    await member.clear(to);
    await member.type(to, "22:00");
    await member.tab();
    expect(screen.getByText("Quiet hours must begin and end at different times.")).toBeDefined();
    expect(fixture.saved).toEqual([]);
  });

  test("return to the stored times after a refusal", async () => {
    fixture.settings.quietHours.enabled = true;
    server.use(http.put("/api/me/notification-settings", () => refused("Try later.")));
    const { member } = open();
    const from = await time("From");
    await member.clear(from);
    await member.type(from, "20:00");
    await member.tab();
    expect(await screen.findByText("Try later.")).toBeDefined();
    await waitFor(async () => expect((await time("From")).value).toBe("22:00"));
  });

  test("use another time zone, and that of the device again", async () => {
    const device = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const { member } = open();
    const zone = await select("Time zone");
    expect(zone.value).toBe(device);
    await member.selectOptions(zone, "America/New_York");
    await waitFor(() => expect(fixture.saved[0]?.timeZone).toBe("America/New_York"));
    await member.click(await screen.findByRole("button", { name: /^Use the time zone of this/ }));
    await waitFor(() => expect(fixture.saved[1]?.timeZone).toBe(device));
  });
});

test("summaries have an hour and a day", async () => {
  const { member } = open();
  await member.selectOptions(await select("Time"), "18");
  await member.selectOptions(await select("Day of the weekly email"), "Friday");
  await waitFor(() => expect(fixture.saved).toHaveLength(2));
  const last: Partial<NotificationSettingsChange> = { digestHour: 18, digestWeekday: "friday" };
  expect(fixture.saved[1]).toMatchObject(last);
});

test("push notifications can hide what they are about", async () => {
  const { member } = open();
  await member.click(await box("Show message content in push notifications"));
  await waitFor(() => expect(fixture.saved[0]?.pushShowsContent).toBe(false));
});

describe("the communities", () => {
  const community = (name: string) =>
    ({ communityId: name.toLowerCase(), name, level: "all" }) as const;

  test("are said to be none", async () => {
    open();
    expect(await screen.findByText("You are not a member of any community yet.")).toBeDefined();
  });

  test("have a preference each, which is undone on a refusal", async () => {
    fixture.settings.communities = [community("Bridges")];
    const sent: unknown[] = [];
    server.use(
      http.put("/api/communities/bridges/notifications", async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ preference: "mute", communityId: "bridges" });
      }),
    );
    const { member } = open();
    const preference = await select("Notifications of Bridges");
    await member.selectOptions(preference, "Mute");
    await waitFor(() => expect(sent).toEqual([{ preference: "mute" }]));
    expect(preference.value).toBe("mute");
    server.use(http.put("/api/communities/bridges/notifications", () => refused("Try later.")));
    await member.selectOptions(preference, "Everything");
    expect(await screen.findByText("Try later.")).toBeDefined();
    await waitFor(() => expect(preference.value).toBe("mute"));
  });

  test("of a long list can be searched, without accents", async () => {
    const names = ["Málaga", ...Array.from({ length: 9 }, (_, place) => `Guild ${place}`)];
    fixture.settings.communities = names.map(community);
    const { member } = open();
    const list = within(await screen.findByRole("list", { name: "Communities" }));
    expect(list.getAllByRole("listitem")).toHaveLength(8);
    const search = screen.getByRole("searchbox", { name: "Search your communities" });
    await member.type(search, "malaga");
    expect(list.getAllByRole("link").map(({ textContent }) => textContent)).toEqual(["Málaga"]);
    await member.type(search, "x");
    expect(screen.getByText("No communities match.")).toBeDefined();
    await member.clear(search);
    await member.click(screen.getByRole("button", { name: "Show all 10" }));
    expect(list.getAllByRole("listitem")).toHaveLength(10);
  });
});

describe("the devices with push notifications", () => {
  test("are said to be none", async () => {
    open();
    expect(await screen.findByText("No device receives push notifications yet.")).toBeDefined();
  });

  test("are removed from the list", async () => {
    fixture.devices = [pushDevice("one"), pushDevice("two", { deviceName: "Safari on iPhone" })];
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "Remove Safari on iPhone" }));
    expect(await screen.findByText("The device was removed.")).toBeDefined();
    await waitFor(() => expect(screen.queryByText("Safari on iPhone")).toBeNull());
    expect(screen.getByText("Chrome on Android")).toBeDefined();
  });

  test("are removed even if another device was faster", async () => {
    fixture.devices = [pushDevice("one")];
    server.use(
      http.delete("/api/me/push-subscriptions/one", () => {
        fixture.devices = [];
        return HttpResponse.json({ status: 404, code: "x", detail: "None" }, { status: 404 });
      }),
    );
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "Remove Chrome on Android" }));
    expect(await screen.findByText("No device receives push notifications yet.")).toBeDefined();
  });

  test("stay after a refusal", async () => {
    fixture.devices = [pushDevice("one")];
    server.use(http.delete("/api/me/push-subscriptions/one", () => refused("Try later.")));
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "Remove Chrome on Android" }));
    expect(await screen.findByText("Try later.")).toBeDefined();
    expect(screen.getByText("Chrome on Android")).toBeDefined();
  });
});
