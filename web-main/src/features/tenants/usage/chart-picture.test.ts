import { expect, test } from "vitest";
import { buildUsageReport } from "../../../testing/usage.ts";
import { actionsPicture, type ChartPicture, hoursPicture, weekPicture } from "./chart-picture.ts";

const COLOURS = {
  surface: "white",
  ink: "black",
  faintInk: "gray",
  line: "silver",
  series: "green",
};
const HEAD = { title: "Beds & tools", text: "Per <week>" };
const report = buildUsageReport();

/** Parses a picture; one that is not well-formed fails. */
function parse({ svg, width, height }: ChartPicture): Document {
  const page = new DOMParser().parseFromString(svg, "image/svg+xml");
  expect(page.querySelector("parsererror")).toBeNull();
  expect(page.documentElement.getAttribute("width")).toBe(String(width));
  expect(page.documentElement.getAttribute("height")).toBe(String(height));
  return page;
}

const textsOf = (page: Document) => [...page.querySelectorAll("text")].map((at) => at.textContent);

test("the weeks are lines with a scale and dates, with or without the year before", () => {
  const both = parse(weekPicture(HEAD, report.byWeek, true, COLOURS));
  expect(both.querySelectorAll("polyline")).toHaveLength(2);
  expect(textsOf(both).slice(0, 2)).toEqual([HEAD.title, HEAD.text]);
  expect(textsOf(both)).toContain("26 Oct");
  const one = parse(weekPicture(HEAD, report.byWeek, false, COLOURS));
  expect(one.querySelectorAll("polyline")).toHaveLength(1);
});

test("the actions are bars in proportion, with their numbers", () => {
  const page = parse(actionsPicture(HEAD, report.actions, COLOURS));
  const [, most, second] = [...page.querySelectorAll("rect")].map((bar) =>
    Number(bar.getAttribute("width")),
  );
  expect((second ?? 0) / (most ?? 1)).toBeCloseTo(1880 / 4120);
  expect(textsOf(page)).toContain("4,120");
});

test("the hours are a map of seven days", () => {
  const page = parse(hoursPicture(HEAD, report.signInsByHour, COLOURS));
  const cells = [...page.querySelectorAll("rect[fill-opacity]")];
  expect(cells).toHaveLength(7 * 24);
  expect(cells[24 + 20]?.getAttribute("fill-opacity")).toBe("1.00");
  expect(cells[0]?.getAttribute("fill-opacity")).toBe("0.08");
});
