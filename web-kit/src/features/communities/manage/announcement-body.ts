import type { Announcement, NewAnnouncement } from "../../../api/types.ts";
import { toContent } from "../../posts/markup.ts";
import { type AnnouncementFields, parseLocalTime, toLocalTime } from "./rules.ts";

/** The fields of an announcement to change, or empty ones. */
export function fieldsOf(announcement: Announcement | null): AnnouncementFields {
  return {
    content: announcement?.content ?? "",
    startsAt: toLocalTime(announcement?.startsAt ?? null),
    endsAt: toLocalTime(announcement?.endsAt ?? null),
    location: announcement?.location ?? "",
    link: announcement?.link ?? "",
    capacity: announcement?.capacity?.toString() ?? "",
  };
}

/** The request body; without a start time there are no details of an event. */
export function toAnnouncementBody(
  fields: AnnouncementFields,
  before: Announcement | null,
): NewAnnouncement {
  const content = toContent(fields.content);
  const startsAt = toTime(fields.startsAt, before?.startsAt ?? null);
  if (startsAt === null) {
    return { content, startsAt, endsAt: null, location: null, link: null, capacity: null };
  }
  const capacity = fields.capacity.trim();
  return {
    content,
    startsAt,
    endsAt: toTime(fields.endsAt, before?.endsAt ?? null),
    location: fields.location.trim() || null,
    link: fields.link.trim() || null,
    capacity: capacity === "" ? null : Number(capacity),
  };
}

/** The field has no seconds, so an unchanged time is sent as it was. */
function toTime(typed: string, before: string | null): string | null {
  return typed === toLocalTime(before) ? before : parseLocalTime(typed);
}
