import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { Ban, Ellipsis, Pin, PinOff, Trash2 } from "lucide-react";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import type { Announcement } from "../../../api/types.ts";
import { plainText } from "../../../content/markup.ts";
import { Badge } from "../../../ui/badge.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "../../../ui/menu.tsx";
import { PersonName } from "../../../ui/person-name.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { TypedText } from "../../posts/typed-text.tsx";
import { useNow } from "../../posts/use-now.ts";
import { startLabel } from "../labels.ts";
import { ConfirmDialog } from "../../../forms/confirm-dialog.tsx";
import { type AnnouncementAction, changeAnnouncement, deleteAnnouncement } from "./queries.ts";
import { useAction } from "./use-action.ts";

const SUCCESS_MESSAGES: Record<AnnouncementAction, string> = {
  pin: t`Announcement pinned`,
  unpin: t`Announcement unpinned`,
  end: t`Announcement ended`,
};

const FAILED = t`An error occurred. Please try again.`;

export function AnnouncementRow({ announcement }: { announcement: Announcement }) {
  const { communityId, author, startsAt } = announcement;
  const now = useNow();
  const [deleting, setDeleting] = useState(false);
  const cache = useQueryClient();
  const change = useAction({
    run: (action: AnnouncementAction) => changeAnnouncement(announcement, action),
    done: (action) => SUCCESS_MESSAGES[action],
    failed: FAILED,
    changes: [keys.announcements(communityId)],
  });
  const remove = async () => {
    await deleteAnnouncement(announcement);
    toast.success(t`Announcement deleted`);
    await cache.invalidateQueries({ queryKey: keys.announcements(communityId) });
  };
  return (
    <li className="flex items-start gap-3 py-4">
      <div className="min-w-0 flex-1">
        <TypedText text={announcement.content} className="max-w-[62ch] text-15" />
        <p className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-ink-3">
          {announcement.isPinned && <Badge tone="brand">{t`Pinned`}</Badge>}
          {startsAt !== null && <Badge tone="line">{startLabel(startsAt, now)}</Badge>}
          <span>
            <PersonName name={author.displayName} />
            <span className="meta-dot">
              <RelativeTime time={announcement.createdAt} />
            </span>
          </span>
        </p>
      </div>
      <AnnouncementMenu
        announcement={announcement}
        onChange={(action) => change.mutate(action)}
        onDelete={() => setDeleting(true)}
      />
      {deleting && (
        <ConfirmDialog
          danger
          title={t`Delete this announcement?`}
          text={t`This deletes it for everyone. To only hide it, end it.`}
          confirm={t`Delete`}
          failed={FAILED}
          run={remove}
          onClose={() => setDeleting(false)}
        />
      )}
    </li>
  );
}

function AnnouncementMenu(props: {
  announcement: Announcement;
  onChange: (action: AnnouncementAction) => void;
  onDelete: () => void;
}) {
  const { announcement, onChange, onDelete } = props;
  const { isPinned } = announcement;
  return (
    <Menu>
      <MenuTrigger asChild>
        <IconButton
          label={t`Actions for “${{ text: truncate(plainText(announcement.content)) }}”`}
          icon={<Ellipsis size={17} aria-hidden />}
        />
      </MenuTrigger>
      <MenuContent>
        <MenuItem
          icon={isPinned ? <PinOff size={16} /> : <Pin size={16} />}
          onSelect={() => onChange(isPinned ? "unpin" : "pin")}
        >
          {isPinned ? t`Unpin` : t`Pin`}
        </MenuItem>
        <MenuItem icon={<Ban size={16} />} onSelect={() => onChange("end")}>
          {t({ message: "End", context: "ends an announcement" })}
        </MenuItem>
        <MenuItem
          tone="danger"
          icon={<Trash2 size={16} />}
          onSelect={onDelete}
        >{t`Delete`}</MenuItem>
      </MenuContent>
    </Menu>
  );
}

function truncate(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
