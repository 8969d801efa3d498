import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { CalendarDays, Ellipsis, Link2, UsersRound } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { Community, Me, Thread } from "../../../api/types.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "../../../ui/menu.tsx";
import { copyLink } from "../copy-link.ts";
import { SubscriptionItems } from "./subscription-menu.tsx";
import type { ThreadAction } from "./thread-dialog.tsx";

const MembersDialog = lazy(async () => ({
  default: (await import("../members-dialog.tsx")).MembersDialog,
}));
const ModeratorItems = lazy(async () => ({
  default: (await import("./moderator-items.tsx")).ModeratorItems,
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
          {(mayManage || mayModerate) && (
            <Suspense>
              <ModeratorItems thread={thread} onOpen={setOpen} />
            </Suspense>
          )}
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

export function threadAddress({ id, communityId }: Thread): string {
  return `/communities/${communityId}/threads/${id}`;
}
