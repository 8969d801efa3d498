import { expect, test } from "vitest";
import { csvOf } from "../../../ui/csv.ts";
import { buildUsageReport } from "../../../testing/usage.ts";
import { parseSelection, toSearchParams } from "./selection.ts";
import { reportRows } from "./export.ts";
import { busiestHour, changeLabel, weekNames } from "./labels.ts";

test.each([
  [1_104, 800, "+38%"],
  [841, 629, "+33.7%"],
  [480, 500, "−4%"],
  [500, 500, "0%"],
  [0, 500, "−100%"],
  // There is nothing to compare with.
  [12, 0, null],
])("the change from %d after %d is %s", (now, before, words) => {
  expect(changeLabel({ now, before })).toBe(words);
});

test("labels weeks by their days, and the last one as incomplete", () => {
  expect(weekNames(buildUsageReport().byWeek)).toEqual([
    "26 October to 1 November",
    "2 to 8 November",
    "9 to 15 November",
    "16 to 22 November, so far",
  ]);
});

test("the busiest hour has the most sign-ins", () => {
  expect(busiestHour(buildUsageReport())).toEqual({ day: "Tuesday", hour: "20:00", count: 14 });
  expect(busiestHour(buildUsageReport({ signInsByHour: [[0], [0]] }))).toBeNull();
});

test("the export contains every displayed number", () => {
  const lines = csvOf(reportRows(buildUsageReport())).split("\r\n");
  expect(lines[0]).toBe('"Part","Of","Count","Before"');
  expect(lines).toContain('"Summary","Active members","1104","800"');
  expect(lines).toContain('"Active members by week","2026-11-16","1104","830"');
  expect(lines).toContain('"Posts and replies by week","2026-11-09","140",""');
  expect(lines).toContain('"Activity by type","Joined a community","6",""');
  expect(lines).toContain('"Sign-ins per hour (Europe/London)","Tuesday 20:00","14",""');
  expect(lines).toHaveLength(1 + 3 + 4 + 4 + 3 + 7 * 24);
});

test("parses the selection from the address, with 12 weeks as default", () => {
  expect(parseSelection(new URLSearchParams())).toEqual({ span: "12", affiliationId: null });
  expect(parseSelection(new URLSearchParams("weeks=5"))).toEqual({
    span: "12",
    affiliationId: null,
  });
  for (const address of ["", "weeks=52", "affiliation=a1&weeks=4"]) {
    expect(toSearchParams(parseSelection(new URLSearchParams(address))).toString()).toBe(address);
  }
});
