import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Megaphone } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { announcementsQuery } from "../queries.ts";
import { AnnouncementDialog } from "./announcement-dialog.tsx";
import { AnnouncementRow } from "./announcement-row.tsx";
import { ManageList } from "./parts.tsx";
import { useManage } from "./manage-context.ts";

/** The community's announcements, which notify every member and appear above the threads. */
export function AnnouncementsTab() {
  const { community } = useManage();
  const [writing, setWriting] = useState(false);
  const start = (
    <Button
      variant="primary"
      icon={<Megaphone size={15} aria-hidden />}
      onClick={() => setWriting(true)}
    >{t`New announcement`}</Button>
  );
  return (
    <>
      <ManageList
        query={useInfiniteQuery(announcementsQuery(community.id))}
        failure={t`Failed to load announcements. Please try again.`}
        empty={
          <EmptyState
            className="py-8"
            picture="square"
            title={t`No announcements yet`}
            text={t`Announcements appear above the threads, and every member is notified.`}
            action={start}
          />
        }
      >
        {(announcements) => (
          <>
            {start}
            <ul aria-label={t`Announcements`} className="mt-2 divide-y divide-line-soft">
              {announcements.map((announcement) => (
                <AnnouncementRow key={announcement.id} announcement={announcement} />
              ))}
            </ul>
          </>
        )}
      </ManageList>
      {writing && <AnnouncementDialog onClose={() => setWriting(false)} />}
    </>
  );
}
