/** Usage figures of a network that is years old; the demo network is too young for a chart. */

const WEEKS = 12;
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const firstMonday = Date.parse("2026-09-07T00:00:00Z");

const actions = [
  ["view_thread", 41_200],
  ["user_login", 18_800],
  ["like_post", 14_100],
  ["create_post", 4_800],
  ["view_article", 4_400],
  ["create_comment", 3_100],
  ["like_article", 2_200],
  ["share_content", 900],
  ["group_join", 600],
  ["user_join", 310],
  ["create_thread", 300],
  ["create_article", 100],
] as const;

export const usageFigures = {
  affiliationId: null,
  weeks: WEEKS,
  countedUntil: "2026-11-26T07:55:00Z",
  activeMembers: { now: 11_040, before: 8_257 },
  newMembers: { now: 1_286, before: 1_147 },
  posts: { now: 4_800, before: 4_900 },
  byWeek: Array.from({ length: WEEKS }, (_, week) => ({
    from: new Date(firstMonday + week * WEEK_MS).toISOString(),
    active: 8_400 + week * 240,
    activeYearBefore: 7_100 + week * 104,
    posts: 300 + ((week * 7) % 5) * 40,
  })),
  actions: actions.map(([eventType, count]) => ({ eventType, count })),
  signInsByHour: Array.from({ length: 7 }, (_, day) =>
    Array.from({ length: 24 }, (__, hour) => (hour < 6 ? 0 : ((hour * 5 + day) % 19) * 3)),
  ),
  timeZone: "Europe/London",
};
