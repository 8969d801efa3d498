import { t } from "@lingui/core/macro";
import { csvFile } from "../../../ui/csv.ts";
import { downloadFile } from "@guildhall/web-kit/ui/download-file.ts";
import type { UsageFigure, UsageReport, UsageWeek } from "./types.ts";
import { actionLabels, hourLabel, weekdays } from "./labels.ts";

type Row = [part: string, of: string, count: number, before?: number];

/** The report as rows, one per number. */
export function reportRows(report: UsageReport): string[][] {
  const rows = [
    ...summary(report),
    ...weekByWeek(report),
    ...actionRows(report),
    ...hourByHour(report),
  ];
  return [
    [
      t({ message: "Part", context: "column" }),
      t({ message: "Of", context: "column" }),
      t({ message: "Count", context: "column" }),
      t({ message: "Before", context: "column" }),
    ],
    ...rows.map(([part, of, count, before]) => [part, of, String(count), String(before ?? "")]),
  ];
}

/** Downloads the report as a file named after its subject. */
export function downloadReport(report: UsageReport, of: string): void {
  downloadFile(
    csvFile(reportRows(report)),
    `${fileName(`analytics ${of}`)}-${report.weeks}-weeks.csv`,
  );
}

/** A text as the name of a file. */
export const fileName = (text: string) =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join("-");

const summary = ({ activeMembers, newMembers, posts }: UsageReport): Row[] => [
  figure(t`Active members`, activeMembers),
  figure(t`New members`, newMembers),
  figure(t`Posts and replies`, posts),
];

const figure = (of: string, { now, before }: UsageFigure): Row => [t`Summary`, of, now, before];

const weekByWeek = ({ byWeek }: UsageReport): Row[] => [
  ...byWeek.map((week): Row => {
    return [t`Active members by week`, monday(week), week.active, week.activeYearBefore];
  }),
  ...byWeek.map((week): Row => [t`Posts and replies by week`, monday(week), week.posts]),
];

const monday = ({ from }: UsageWeek) => from.slice(0, 10);

const actionRows = ({ actions }: UsageReport) =>
  actions.map(({ eventType, count }): Row => [t`Activity by type`, actionLabels[eventType], count]);

const hourByHour = ({ signInsByHour, timeZone }: UsageReport) =>
  weekdays.flatMap((day, index) =>
    (signInsByHour[index] ?? []).map((count, hour): Row => {
      return [t`Sign-ins per hour (${timeZone})`, `${day} ${hourLabel(hour)}`, count];
    }),
  );
