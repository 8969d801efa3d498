import type { EventAnnouncement } from "../../../api/types.ts";
import { monthAndDay } from "./event-times.ts";

/** Month and day of an event as a picture; the text next to it has the full date. */
export function DateBlock({ event }: { event: EventAnnouncement }) {
  const { month, day } = monthAndDay(event);
  return (
    <span
      aria-hidden
      className="grid w-11 shrink-0 justify-items-center self-start rounded-md bg-surface pt-1 pb-1.5 edge-line"
    >
      <span className="text-11 font-medium text-brand-text">{month}</span>
      <span className="text-18 leading-none font-semibold text-ink tabular-nums">{day}</span>
    </span>
  );
}
