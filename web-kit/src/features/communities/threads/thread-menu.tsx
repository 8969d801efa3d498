import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import {
  ArrowDownUp,
  CalendarDays,
  Ellipsis,
  FolderInput,
  Link2,
  Lock,
  LockOpen,
  Pencil,
  Pin,
  PinOff,
  ShieldX,
  UsersRound,
} from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { Community, Me, Thread } from "../../../api/types.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "../../../ui/menu.tsx";
import { copyLink } from "../copy-link.ts";
import { SubscriptionItems } from "./subscription-menu.tsx";
import type { ThreadAction } from "./thread-dialog.tsx";
import { usePin } from "./use-pin.ts";
import { useReopen } from "./use-reopen.ts";

const MembersDialog = lazy(async () => ({
  default: (await import("../members-dialog.tsx")).MembersDialog,
}));
const ThreadDialog = lazy(async () => ({
  default: (await import("./thread-dialog.tsx")).ThreadDialog,
}));

export interface ThreadMenuProps {
  community: Community;
  thread: Thread;
  me: Me;
  phone: boolean;
}

/** Everything that one can do with a thread. */
export function ThreadMenu({ community, thread, me, phone }: ThreadMenuProps) {
  const [open, setOpen] = useState<ThreadAction | "members" | null>(null);
  const close = () => setOpen(null);
  const { mayManage, mayModerate } = thread.viewer;
  return (
    <>
      <Menu>
        <MenuTrigger asChild>
          <IconButton
            label={t`Thread menu`}
            size={phone ? "touch" : "md"}
            className={clsx(!phone && "-me-2")}
            icon={<Ellipsis size={phone ? 20 : 18} aria-hidden />}
          />
        </MenuTrigger>
        <MenuContent className="max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto">
          <MenuItem
            icon={<Link2 size={16} />}
            onSelect={() => void copyLink(threadAddress(thread))}
          >{t`Copy link`}</MenuItem>
          <MenuItem
            icon={<CalendarDays size={16} />}
            onSelect={() => setOpen("jump")}
          >{t`Jump to date…`}</MenuItem>
          <MenuItem icon={<UsersRound size={16} />} onSelect={() => setOpen("members")}>
            {t`Members of ${{ community: community.name }}`}
          </MenuItem>
          {community.viewer.isMember && (
            <>
              <MenuSeparator />
              <SubscriptionItems thread={thread} />
            </>
          )}
          {(mayManage || mayModerate) && <MenuSeparator />}
          {mayManage && <ManageItems thread={thread} onOpen={setOpen} />}
          {mayModerate && <ModerateItems thread={thread} onOpen={setOpen} />}
        </MenuContent>
      </Menu>
      <Suspense>
        {open === "members" && <MembersDialog {...{ community, me }} onClose={close} />}
        {open !== null && open !== "members" && (
          <ThreadDialog action={open} {...{ thread, me }} onClose={close} />
        )}
      </Suspense>
    </>
  );
}

interface ItemsProps {
  thread: Thread;
  onOpen: (action: ThreadAction) => void;
}

/** For admins of the community. */
function ManageItems({ thread, onOpen }: ItemsProps) {
  const pin = usePin(thread);
  const isPinned = thread.pinnedPosition !== null;
  return (
    <>
      <MenuItem
        icon={<Pencil size={16} />}
        onSelect={() => onOpen("rename")}
      >{t`Rename…`}</MenuItem>
      <MenuItem icon={isPinned ? <PinOff size={16} /> : <Pin size={16} />} onSelect={pin}>
        {isPinned ? t`Unpin` : t`Pin`}
      </MenuItem>
      <MenuItem
        icon={<ArrowDownUp size={16} />}
        onSelect={() => onOpen("arrange")}
      >{t`Arrange pinned threads…`}</MenuItem>
      <MenuItem
        icon={<FolderInput size={16} />}
        onSelect={() => onOpen("move")}
      >{t`Move…`}</MenuItem>
    </>
  );
}

/** For admins and trustees. */
function ModerateItems({ thread, onOpen }: ItemsProps) {
  const reopen = useReopen(thread);
  return (
    <>
      {thread.closed === null ? (
        <MenuItem icon={<Lock size={16} />} onSelect={() => onOpen("close")}>
          {t({ message: "Close…", context: "closes a thread for new posts" })}
        </MenuItem>
      ) : (
        <MenuItem icon={<LockOpen size={16} />} onSelect={reopen}>
          {t`Reopen`}
        </MenuItem>
      )}
      <MenuItem
        tone="danger"
        icon={<ShieldX size={16} />}
        onSelect={() => onOpen("remove")}
      >{t`Remove…`}</MenuItem>
    </>
  );
}

export function threadAddress({ id, communityId }: Thread): string {
  return `/communities/${communityId}/threads/${id}`;
}
