import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import {
  CheckCheck,
  Ellipsis,
  Info,
  Link2,
  LogOut,
  SlidersHorizontal,
  UsersRound,
} from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Link } from "react-router";
import type { Community, Me } from "../../api/types.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "../../ui/menu.tsx";
import { copyLink } from "./copy-link.ts";
import { JoinMenuItem } from "./joining/join-menu-item.tsx";
import { NoticeChoices } from "./notice-choices.tsx";
import { readCommunity } from "./unread.ts";

const MembersDialog = lazy(async () => ({
  default: (await import("./members-dialog.tsx")).MembersDialog,
}));
const AboutDialog = lazy(async () => ({
  default: (await import("./about-dialog.tsx")).AboutDialog,
}));
const LeaveDialog = lazy(async () => ({
  default: (await import("./leave-dialog.tsx")).LeaveDialog,
}));

const RequestDialog = lazy(async () => ({
  default: (await import("./joining/request-dialog.tsx")).RequestDialog,
}));

type Open = "members" | "about" | "leave" | "request" | null;

/** Actions for the whole community. */
export function CommunityMenu(props: { community: Community; me: Me; phone: boolean }) {
  const { community, me, phone } = props;
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const cache = useQueryClient();
  return (
    <>
      <Menu>
        <MenuTrigger asChild>
          <IconButton
            size={phone ? "touch" : "sm"}
            label={t`Community menu`}
            icon={<Ellipsis size={phone ? 20 : 17} aria-hidden />}
          />
        </MenuTrigger>
        <MenuContent>
          <MenuItem
            icon={<UsersRound size={16} />}
            onSelect={() => setOpen("members")}
          >{t`Members`}</MenuItem>
          <MenuItem
            icon={<Info size={16} />}
            onSelect={() => setOpen("about")}
          >{t`About this community`}</MenuItem>
          <MenuItem
            icon={<Link2 size={16} />}
            onSelect={() => void copyLink(`/communities/${community.id}`)}
          >{t`Copy link`}</MenuItem>
          {community.viewer.mayModerate && (
            <MenuItem asChild>
              <Link to={`/communities/${community.id}/manage`}>
                <SlidersHorizontal size={16} aria-hidden className="text-ink-3" />
                {t`Manage community`}
              </Link>
            </MenuItem>
          )}
          {community.viewer.isMember ? (
            <>
              <MenuItem
                icon={<CheckCheck size={16} />}
                onSelect={() => void readCommunity(cache, community)}
              >{t`Mark all as read`}</MenuItem>
              <NoticeChoices community={community} />
              <MenuSeparator />
              <MenuItem
                tone="danger"
                icon={<LogOut size={16} className="rtl:-scale-x-100" />}
                onSelect={() => setOpen("leave")}
              >{t`Leave community`}</MenuItem>
            </>
          ) : (
            <JoinMenuItem community={community} onAsk={() => setOpen("request")} />
          )}
        </MenuContent>
      </Menu>
      <Suspense>
        {open === "members" && <MembersDialog {...{ community, me }} onClose={close} />}
        {open === "about" && <AboutDialog community={community} onClose={close} />}
        {open === "request" && <RequestDialog community={community} onClose={close} />}
        {open === "leave" && <LeaveDialog {...{ community, me }} onClose={close} />}
      </Suspense>
    </>
  );
}
