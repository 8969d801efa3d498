import { expect, test } from "vitest";
import { post } from "../../testing/factories.ts";
import { dayLabel, dayOf, shortDay } from "./days.ts";
import { withLikeToggled } from "./use-like.ts";

const now = new Date(2026, 10, 21, 12).getTime();
const at = (...parts: [number, number, number, number]) => new Date(...parts).toISOString();

test("uses days in the reader's time zone", () => {
  expect(dayOf(at(2026, 10, 20, 23))).not.toBe(dayOf(at(2026, 10, 21, 0)));
  expect(dayLabel(at(2026, 10, 21, 1), now)).toBe("Today");
  expect(dayLabel(at(2026, 10, 20, 9), now)).toBe("Friday 20 November");
  expect(dayLabel(at(2025, 10, 20, 9), now)).toBe("Thursday 20 November 2025");
  expect(dayLabel("never", now)).toBe("Unknown time");
});

test("labels a start by day, and with the year if it is long ago", () => {
  expect(shortDay(at(2026, 10, 3, 9), now)).toBe("3 November");
  expect(shortDay(at(2024, 10, 3, 9), now)).toBe("3 November 2024");
});

test("undoing a like restores the post", () => {
  const before = post("a", { likes: 2, likedBy: ["kwame", "ling"] });
  const liked = withLikeToggled(before, "nadia");
  expect(liked).toMatchObject({ likes: 3, likedByMe: true, likedBy: ["kwame", "ling", "nadia"] });
  expect(withLikeToggled(liked, "nadia")).toEqual(before);
});
