import { describe, expect, test } from "vitest";
import { eventAnnouncement } from "../../../testing/factories.ts";
import { groupByDay, isFull, isOver, timeRange } from "./event-times.ts";
import { withAnswer } from "./use-answer.ts";

/** A local time, so that the tests pass in every time zone. */
const local = (text: string) => new Date(text).toISOString();

describe("the end of an event", () => {
  const startsAt = "2026-12-04T18:00:00Z";

  test("is one hour after its start unless it has one", () => {
    const event = eventAnnouncement("visit", { startsAt });
    expect(isOver(event, Date.parse("2026-12-04T18:59:59Z"))).toBe(false);
    expect(isOver(event, Date.parse("2026-12-04T19:00:00Z"))).toBe(true);
  });

  test("is its own end if it has one", () => {
    const event = eventAnnouncement("visit", { startsAt, endsAt: "2026-12-04T22:00:00Z" });
    expect(isOver(event, Date.parse("2026-12-04T21:59:59Z"))).toBe(false);
    expect(isOver(event, Date.parse("2026-12-04T22:00:00Z"))).toBe(true);
  });
});

test("an event without a capacity is never full", () => {
  const answers = { yes: 3, maybe: 0, no: 0 };
  expect(isFull(eventAnnouncement("visit", { answers }))).toBe(false);
  expect(isFull(eventAnnouncement("visit", { answers, capacity: 4 }))).toBe(false);
  expect(isFull(eventAnnouncement("visit", { answers, capacity: 3 }))).toBe(true);
});

describe("the time of an event", () => {
  const startsAt = local("2026-12-04T18:00");

  test("names the time zone", () => {
    const text = timeRange(eventAnnouncement("visit", { startsAt }));
    expect(text).toMatch(/^Fri,? 4 December 2026, 18:00 \S+$/);
  });

  test("has one date if it ends on the same day", () => {
    const endsAt = local("2026-12-04T20:30");
    const text = timeRange(eventAnnouncement("visit", { startsAt, endsAt }));
    expect(text).toMatch(/^Fri,? 4 December 2026, 18:00–20:30 \S+$/);
  });

  test("has two dates if it ends on another day", () => {
    const endsAt = local("2026-12-05T01:00");
    const text = timeRange(eventAnnouncement("visit", { startsAt, endsAt }));
    expect(text).toMatch(/^Fri,? 4 December 2026, 18:00 – Sat,? 5 December 2026, 01:00 \S+$/);
  });
});

test("events are grouped by the day of their start", () => {
  const now = Date.parse(local("2026-12-04T12:00"));
  const starts = ["2026-12-04T18:00", "2026-12-04T19:00", "2026-12-05T09:00", "2027-02-01T09:00"];
  const events = starts.map((at) => eventAnnouncement(at, { startsAt: local(at) }));
  const days = groupByDay(events, (event) => event, now);
  expect(days.map(({ label, items }) => [label, items.length])).toEqual([
    ["Today", 2],
    ["Tomorrow", 1],
    ["Monday 1 February 2027", 1],
  ]);
});

test("an answer moves its person to another count, once", () => {
  const event = eventAnnouncement("visit", {
    answers: { yes: 2, maybe: 1, no: 0 },
    ownAnswer: "yes",
  });
  const changed = withAnswer(event, "no");
  expect(changed).toMatchObject({ answers: { yes: 1, maybe: 1, no: 1 }, ownAnswer: "no" });
  expect(withAnswer(changed, "no")).toBe(changed);
  expect(withAnswer(changed, null)).toMatchObject({ answers: { yes: 1, maybe: 1, no: 0 } });
});
