import { t } from "@lingui/core/macro";
import { Ban, CalendarX, Ellipsis, Pencil, Pin, PinOff, Trash2 } from "lucide-react";
import type { Announcement } from "../../../api/types.ts";
import { plainText } from "../../../content/markup.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "../../../ui/menu.tsx";
import { isEvent, isOver } from "../events/event-times.ts";
import { useNow } from "../../posts/use-now.ts";
import type { AnnouncementAction } from "./queries.ts";

/** Dialogs that the menu opens. */
export type AnnouncementDialogKind = "edit" | "cancel" | "delete";

export interface AnnouncementMenuProps {
  announcement: Announcement;
  onChange: (action: AnnouncementAction) => void;
  onOpen: (dialog: AnnouncementDialogKind) => void;
}

/** The actions of an admin for an announcement. */
export function AnnouncementMenu({ announcement, onChange, onOpen }: AnnouncementMenuProps) {
  const now = useNow();
  const { isPinned, cancelledAt } = announcement;
  const event = isEvent(announcement) ? announcement : null;
  // The server refuses changes of an event that is over or cancelled.
  const mayChange = event === null || (cancelledAt === null && !isOver(event, now));
  return (
    <Menu>
      <MenuTrigger asChild>
        <IconButton
          label={t`Actions for “${{ text: truncate(plainText(announcement.content)) }}”`}
          icon={<Ellipsis size={17} aria-hidden />}
        />
      </MenuTrigger>
      <MenuContent>
        {mayChange && (
          <MenuItem icon={<Pencil size={16} />} onSelect={() => onOpen("edit")}>{t`Edit`}</MenuItem>
        )}
        <MenuItem
          icon={isPinned ? <PinOff size={16} /> : <Pin size={16} />}
          onSelect={() => onChange(isPinned ? "unpin" : "pin")}
        >
          {isPinned ? t`Unpin` : t`Pin`}
        </MenuItem>
        {event !== null && mayChange && (
          <MenuItem
            icon={<CalendarX size={16} />}
            onSelect={() => onOpen("cancel")}
          >{t`Cancel event`}</MenuItem>
        )}
        <MenuItem icon={<Ban size={16} />} onSelect={() => onChange("end")}>
          {t({ message: "End", context: "ends an announcement" })}
        </MenuItem>
        <MenuItem
          tone="danger"
          icon={<Trash2 size={16} />}
          onSelect={() => onOpen("delete")}
        >{t`Delete`}</MenuItem>
      </MenuContent>
    </Menu>
  );
}

function truncate(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
