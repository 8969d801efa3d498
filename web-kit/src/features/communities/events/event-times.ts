import { t } from "@lingui/core/macro";
import type { Announcement, EventAnnouncement } from "../../../api/types.ts";
import { locale } from "../../../language/format.ts";
import { once } from "../../../language/once.ts";
import { formatClock } from "../../../language/clock.ts";
import { dayLabel, dayOf } from "../../posts/days.ts";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** True for an announcement with a start time. */
export function isEvent(announcement: Announcement): announcement is EventAnnouncement {
  // A response stored by an earlier version has no answers.
  return announcement.startsAt !== null && typeof announcement.answers?.yes === "number";
}

type EventTimes = Pick<EventAnnouncement, "startsAt" | "endsAt">;

/** True after the end, or one hour after the start of an event without an end. */
export function isOver({ startsAt, endsAt }: EventTimes, now: number): boolean {
  return now >= (endsAt === null ? Date.parse(startsAt) + HOUR_MS : Date.parse(endsAt));
}

/** True if as many people as the capacity have answered yes. */
export function isFull({ capacity, answers }: EventAnnouncement): boolean {
  return capacity !== null && answers.yes >= capacity;
}

const weekdayAndDate = once(
  () =>
    new Intl.DateTimeFormat(locale(), {
      weekday: "short",
      day: "numeric",
      month: "long",
      year: "numeric",
    }),
);
const zone = once(() => new Intl.DateTimeFormat(locale(), { timeZoneName: "short" }));
const shortMonth = once(() => new Intl.DateTimeFormat(locale(), { month: "short" }));
const dayOfMonth = once(() => new Intl.DateTimeFormat(locale(), { day: "numeric" }));

/**
 * "Fri, 4 December 2026, 18:00–20:00 CET", in the reader's locale and time zone; an end on another
 * day has its date.
 */
export function timeRange({ startsAt, endsAt }: EventTimes): string {
  const date = weekdayAndDate().format(Date.parse(startsAt));
  const start = formatClock(Date.parse(startsAt));
  if (endsAt === null) return t`${date}, ${start} ${{ zone: zoneName(startsAt) }}`;
  const end = formatClock(Date.parse(endsAt));
  const name = zoneName(endsAt);
  if (dayOf(startsAt) === dayOf(endsAt)) return t`${date}, ${start}–${end} ${{ zone: name }}`;
  const endDate = weekdayAndDate().format(Date.parse(endsAt));
  return t`${date}, ${start} – ${endDate}, ${end} ${{ zone: name }}`;
}

/** The reader's time zone at a time: "CET" in winter, "CEST" in summer. */
function zoneName(at: string): string {
  const parts = zone().formatToParts(Date.parse(at));
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

/** Month and day of the start for the date block: "Dec" and "4". */
export function monthAndDay({ startsAt }: EventAnnouncement): { month: string; day: string } {
  const time = Date.parse(startsAt);
  const day =
    dayOfMonth()
      .formatToParts(time)
      .find(({ type }) => type === "day")?.value ?? "";
  return { month: shortMonth().format(time), day };
}

/** Events of one day. */
export interface EventDay<Item> {
  /** The day in the reader's time zone. */
  day: string;
  label: string;
  items: Item[];
}

/** Groups events by the day of their start and keeps their order. */
export function groupByDay<Item>(
  items: readonly Item[],
  eventOf: (item: Item) => EventAnnouncement,
  now: number,
): EventDay<Item>[] {
  const days: EventDay<Item>[] = [];
  for (const item of items) {
    const { startsAt } = eventOf(item);
    const day = dayOf(startsAt);
    const last = days.at(-1);
    if (last?.day === day) last.items.push(item);
    else days.push({ day, label: eventDayLabel(startsAt, now), items: [item] });
  }
  return days;
}

function eventDayLabel(startsAt: string, now: number): string {
  const tomorrow = dayOf(new Date(now + DAY_MS).toISOString());
  return dayOf(startsAt) === tomorrow ? t`Tomorrow` : dayLabel(startsAt, now);
}
