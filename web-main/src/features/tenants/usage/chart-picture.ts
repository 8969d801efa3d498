import { t } from "@lingui/core/macro";
import { formatNumber } from "@guildhall/web-kit/language/format.ts";
import { roundCount } from "@guildhall/web-kit/ui/short-count.ts";
import type { ChartColours } from "./chart-colours.ts";
import { actionLabels, hourLabel, mondayLabel, weekdaysShort } from "./labels.ts";
import { heightOn, labelledIndexes, scaleOf } from "./scale.ts";
import type { UsageAction, UsageWeek } from "./types.ts";

/** A chart as an SVG document of its own, with its size in CSS pixels. */
export interface ChartPicture {
  width: number;
  height: number;
  svg: string;
}

const WIDTH = 960;
const MARGIN = 24;
/** Top of the content, below title and description. */
const TOP = 84;
const RIGHT = WIDTH - MARGIN;

export interface PictureHead {
  title: string;
  /** What is counted, of what, and when. */
  text: string;
}

/** The lines of the active members per week, with the year before if there is one. */
export function weekPicture(
  head: PictureHead,
  weeks: readonly UsageWeek[],
  both: boolean,
  colours: ChartColours,
): ChartPicture {
  const height = 360;
  const scale = scaleOf(
    weeks.flatMap(({ active, activeYearBefore }) => (both ? [active, activeYearBefore] : [active])),
  );
  const right = RIGHT - 48;
  const x = (index: number) =>
    weeks.length > 1 ? MARGIN + (index / (weeks.length - 1)) * (right - MARGIN) : MARGIN;
  const y = (value: number) => TOP + (heightOn(scale, value) / 100) * (height - TOP - 48);
  const line = (valueOf: (week: UsageWeek) => number, look: string) => {
    const points = weeks.map((week, index) => `${x(index)},${y(valueOf(week))}`).join(" ");
    return `<polyline points="${points}" fill="none" ${look}/>`;
  };
  const grid = scale.map(
    (value) =>
      `<path d="M${MARGIN} ${y(value)}H${right}" stroke="${colours.line}"/>` +
      text(RIGHT, y(value) + 4, roundCount(value), colours.faintInk, "end"),
  );
  const days = labelledIndexes(weeks.length, 6).map((index) => {
    const week = weeks[index];
    const anchor = index === 0 ? "start" : "middle";
    return week === undefined
      ? ""
      : text(x(index), height - 20, mondayLabel(week), colours.faintInk, anchor);
  });
  return picture(height, head, colours, [
    ...grid,
    both ? legend(colours) : "",
    both
      ? line(
          (week) => week.activeYearBefore,
          `stroke="${colours.faintInk}" stroke-width="1.5" stroke-dasharray="3 4"`,
        )
      : "",
    line((week) => week.active, `stroke="${colours.series}" stroke-width="2"`),
    ...days,
  ]);
}

/** Which line is which, opposite the title. */
function legend({ series, faintInk }: ChartColours): string {
  const [first, second] = [RIGHT - 230, RIGHT - 110];
  return (
    `<path d="M${first} 32h16" stroke="${series}" stroke-width="2"/>` +
    text(first + 22, 36, t`This period`, faintInk) +
    `<path d="M${second} 32h16" stroke="${faintInk}" stroke-width="1.5" stroke-dasharray="3 4"/>` +
    text(second + 22, 36, t`A year earlier`, faintInk)
  );
}

const ROW = 26;

/** The number of actions by type, as bars. */
export function actionsPicture(
  head: PictureHead,
  actions: readonly UsageAction[],
  colours: ChartColours,
): ChartPicture {
  const top = Math.max(1, ...actions.map(({ count }) => count));
  const left = 240;
  const room = RIGHT - 80 - left;
  const rows = actions.map(({ eventType, count }, index) => {
    const y = TOP + index * ROW;
    return (
      text(MARGIN, y + 12, actionLabels[eventType], colours.ink) +
      `<rect x="${left}" y="${y + 3}" width="${(count / top) * room}" height="10" rx="2" fill="${colours.series}"/>` +
      text(RIGHT, y + 12, formatNumber(count), colours.ink, "end")
    );
  });
  return picture(TOP + actions.length * ROW + MARGIN, head, colours, rows);
}

const CELL_HEIGHT = 22;
/** Opacity of an hour without sign-ins, and the least of one with sign-ins. */
const NO_SIGN_INS = 0.08;
const FEW_SIGN_INS = 0.18;

/** The sign-ins by hour of the week, as a map. */
export function hoursPicture(
  head: PictureHead,
  counts: readonly (readonly number[])[],
  colours: ChartColours,
): ChartPicture {
  const top = Math.max(1, ...counts.flat());
  const left = MARGIN + 48;
  const width = (RIGHT - left) / 24;
  const rows = weekdaysShort.map((day, index) => {
    const y = TOP + index * CELL_HEIGHT;
    const cells = Array.from({ length: 24 }, (_, hour) => {
      const count = counts[index]?.[hour] ?? 0;
      const strength = FEW_SIGN_INS + (count / top) * (1 - FEW_SIGN_INS);
      const opacity = count === 0 ? NO_SIGN_INS : strength.toFixed(2);
      return `<rect x="${left + hour * width}" y="${y}" width="${width - 4}" height="${CELL_HEIGHT - 4}" rx="2" fill="${colours.series}" fill-opacity="${opacity}"/>`;
    });
    return text(MARGIN, y + 13, day, colours.ink) + cells.join("");
  });
  const foot = TOP + weekdaysShort.length * CELL_HEIGHT + 14;
  const hours = [0, 6, 12, 18].map((hour) =>
    text(left + hour * width, foot, hourLabel(hour), colours.faintInk),
  );
  return picture(foot + MARGIN, head, colours, [...rows, ...hours]);
}

function picture(
  height: number,
  head: PictureHead,
  colours: ChartColours,
  parts: readonly string[],
): ChartPicture {
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${height}" fill="${colours.surface}"/>`,
    `<text x="${MARGIN}" y="36" font-size="18" font-weight="600" fill="${colours.ink}">${escape(head.title)}</text>`,
    text(MARGIN, 56, head.text, colours.faintInk),
    ...parts,
    "</svg>",
  ];
  return { width: WIDTH, height, svg: svg.join("") };
}

function text(
  x: number,
  y: number,
  words: string,
  fill: string,
  anchor: "start" | "middle" | "end" = "start",
): string {
  return `<text x="${x}" y="${y}" fill="${fill}" text-anchor="${anchor}">${escape(words)}</text>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

const escape = (words: string) => words.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
