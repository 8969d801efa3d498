import type { Announcement } from "../../api/types.ts";
import { PersonName } from "../../ui/person-name.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";

/** Author and time of an announcement. */
export function AnnouncementSource({ announcement }: { announcement: Announcement }) {
  return (
    <>
      <PersonName name={announcement.author.displayName} />
      <span className="meta-dot">
        <RelativeTime time={announcement.createdAt} />
      </span>
    </>
  );
}
