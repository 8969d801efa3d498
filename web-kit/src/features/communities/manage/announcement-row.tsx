import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import type { Announcement } from "../../../api/types.ts";
import { ConfirmDialog } from "../../../forms/confirm-dialog.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { isEvent, timeRange } from "../events/event-times.ts";
import { TypedText } from "../../posts/typed-text.tsx";
import { AnnouncementSource } from "../announcement-source.tsx";
import { AnnouncementDialog } from "./announcement-dialog.tsx";
import { type AnnouncementDialogKind, AnnouncementMenu } from "./announcement-menu.tsx";
import {
  type AnnouncementAction,
  cancelEvent,
  changeAnnouncement,
  deleteAnnouncement,
} from "./queries.ts";
import { useAction } from "./use-action.ts";

const SUCCESS_MESSAGES: Record<AnnouncementAction, string> = {
  pin: t`Announcement pinned`,
  unpin: t`Announcement unpinned`,
  end: t`Announcement ended`,
};

const FAILED = t`An error occurred. Please try again.`;

export function AnnouncementRow({ announcement }: { announcement: Announcement }) {
  const { communityId, cancelledAt } = announcement;
  const [open, setOpen] = useState<AnnouncementDialogKind | null>(null);
  const close = () => setOpen(null);
  const change = useAction({
    run: (action: AnnouncementAction) => changeAnnouncement(announcement, action),
    done: (action) => SUCCESS_MESSAGES[action],
    failed: FAILED,
    changes: [keys.announcements(communityId), keys.events],
  });
  return (
    <li className="flex items-start gap-3 py-4">
      <div className="min-w-0 flex-1">
        <TypedText text={announcement.content} className="max-w-[62ch] text-15" />
        <p className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-ink-3">
          {announcement.isPinned && <Badge tone="brand">{t`Pinned`}</Badge>}
          {cancelledAt !== null && (
            <Badge tone="danger">{t({ message: "Cancelled", context: "state of an event" })}</Badge>
          )}
          {isEvent(announcement) && <span className="text-ink-2">{timeRange(announcement)}</span>}
          <span>
            <AnnouncementSource announcement={announcement} />
          </span>
        </p>
      </div>
      <AnnouncementMenu
        announcement={announcement}
        onChange={(action) => change.mutate(action)}
        onOpen={setOpen}
      />
      {open === "edit" && <AnnouncementDialog announcement={announcement} onClose={close} />}
      {open === "cancel" && <CancelDialog announcement={announcement} onClose={close} />}
      {open === "delete" && <DeleteDialog announcement={announcement} onClose={close} />}
    </li>
  );
}

interface RowDialogProps {
  announcement: Announcement;
  onClose: () => void;
}

function CancelDialog({ announcement, onClose }: RowDialogProps) {
  const reload = useReload(announcement);
  const run = async () => {
    await cancelEvent(announcement);
    toast.success(t`Event cancelled`);
    await reload();
  };
  return (
    <ConfirmDialog
      danger
      title={t`Cancel this event?`}
      text={t`It stays listed as cancelled, and people who answered yes or maybe are notified. This cannot be undone.`}
      confirm={t`Cancel event`}
      cancel={t`Keep event`}
      failed={FAILED}
      {...{ run, onClose }}
    />
  );
}

function DeleteDialog({ announcement, onClose }: RowDialogProps) {
  const reload = useReload(announcement);
  const run = async () => {
    await deleteAnnouncement(announcement);
    toast.success(t`Announcement deleted`);
    await reload();
  };
  return (
    <ConfirmDialog
      danger
      title={t`Delete this announcement?`}
      text={t`This deletes it for everyone. To only hide it, end it.`}
      confirm={t`Delete`}
      failed={FAILED}
      {...{ run, onClose }}
    />
  );
}

function useReload({ communityId }: Announcement) {
  const cache = useQueryClient();
  return () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: keys.announcements(communityId) }),
      cache.invalidateQueries({ queryKey: keys.events }),
    ]);
}
