import { Ellipsis, Info, Link2, LogOut, UsersRound } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { Community, Me } from "../../api/types.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "../../ui/menu.tsx";
import { copyLink } from "./copy-link.ts";

const MembersDialog = lazy(async () => ({
  default: (await import("./members-dialog.tsx")).MembersDialog,
}));
const AboutDialog = lazy(async () => ({
  default: (await import("./about-dialog.tsx")).AboutDialog,
}));
const LeaveDialog = lazy(async () => ({
  default: (await import("./leave-dialog.tsx")).LeaveDialog,
}));

type Open = "members" | "about" | "leave" | null;

/** What can be done with a community as a whole. */
export function CommunityMenu(props: { community: Community; me: Me; phone: boolean }) {
  const { community, me, phone } = props;
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Menu>
        <MenuTrigger asChild>
          <IconButton
            size={phone ? "touch" : "sm"}
            label="Community menu"
            icon={<Ellipsis size={phone ? 20 : 17} aria-hidden />}
          />
        </MenuTrigger>
        <MenuContent>
          <MenuItem icon={<UsersRound size={16} />} onSelect={() => setOpen("members")}>
            Members
          </MenuItem>
          <MenuItem icon={<Info size={16} />} onSelect={() => setOpen("about")}>
            About this community
          </MenuItem>
          <MenuItem
            icon={<Link2 size={16} />}
            onSelect={() => void copyLink(`/communities/${community.id}`)}
          >
            Copy link
          </MenuItem>
          {community.viewer.isMember && (
            <>
              <MenuSeparator />
              <MenuItem tone="danger" icon={<LogOut size={16} />} onSelect={() => setOpen("leave")}>
                Leave community
              </MenuItem>
            </>
          )}
        </MenuContent>
      </Menu>
      <Suspense>
        {open === "members" && <MembersDialog {...{ community, me }} onClose={close} />}
        {open === "about" && <AboutDialog community={community} onClose={close} />}
        {open === "leave" && <LeaveDialog {...{ community, me }} onClose={close} />}
      </Suspense>
    </>
  );
}
