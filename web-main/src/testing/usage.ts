import type { UsageReport } from "../features/tenants/usage/types.ts";

/** A usage report of four weeks with the year before; tests change the relevant properties. */
export function buildUsageReport(changes: Partial<UsageReport> = {}): UsageReport {
  const quiet = Array.from({ length: 24 }, () => 0);
  return {
    affiliationId: null,
    weeks: 12,
    countedUntil: "2026-11-26T07:55:00Z",
    activeMembers: { now: 1_104, before: 800 },
    newMembers: { now: 12, before: 0 },
    posts: { now: 480, before: 500 },
    byWeek: [
      { from: "2026-10-26T00:00:00Z", active: 980, activeYearBefore: 790, posts: 120 },
      { from: "2026-11-02T00:00:00Z", active: 1_032, activeYearBefore: 790, posts: 130 },
      { from: "2026-11-09T00:00:00Z", active: 1_070, activeYearBefore: 810, posts: 140 },
      { from: "2026-11-16T00:00:00Z", active: 1_104, activeYearBefore: 830, posts: 90 },
    ],
    actions: [
      { eventType: "view_thread", count: 4_120 },
      { eventType: "user_login", count: 1_880 },
      { eventType: "group_join", count: 6 },
    ],
    signInsByHour: [
      quiet,
      quiet.map((_, hour) => (hour === 20 ? 14 : 1)),
      quiet,
      quiet,
      quiet,
      quiet,
      quiet,
    ],
    timeZone: "Europe/London",
    ...changes,
  };
}
