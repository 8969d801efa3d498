import { Ellipsis, Hourglass, ShieldCheck, UserMinus } from "lucide-react";
import type { CommunityMember } from "../../../api/types.ts";
import { Badge } from "../../../ui/badge.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "../../../ui/menu.tsx";
import { formatDate } from "../../../ui/time.ts";
import type { MemberDeed } from "./member-dialogs.tsx";
import { PersonRow, whoIs } from "./parts.tsx";
import { type ManagePlace, useManage } from "./place.ts";

const ROLES = { admin: "Admin", trustee: "Trustee", member: "Member" } as const;

export interface MemberManageRowProps {
  member: CommunityMember;
  onDeed: (deed: MemberDeed) => void;
}

export function MemberManageRow({ member, onDeed }: MemberManageRowProps) {
  const place = useManage();
  const deeds = deedsFor(place, member);
  const who = whoIs(member);
  return (
    <PersonRow
      person={member}
      own={member.userId === place.me.id}
      meta={
        <>
          {who}
          <span className={who === "" ? undefined : "meta-dot"}>
            Joined {formatDate(member.joinedAt)}
          </span>
        </>
      }
      actions={
        <>
          <Badge tone={member.role === "admin" ? "brand" : "line"}>{ROLES[member.role]}</Badge>
          {deeds.length > 0 ? (
            <DeedMenu {...{ member, deeds, onDeed }} />
          ) : (
            // Keeps the roles aligned in rows without a menu.
            <span className="w-8 max-md:hidden" />
          )}
        </>
      }
    />
  );
}

/**
 * Admins promote and remove members, moderators time them out. None of these applies to an admin
 * (G-076).
 */
function deedsFor({ community, me }: ManagePlace, member: CommunityMember): MemberDeed[] {
  if (member.role === "admin" || member.userId === me.id) return [];
  return community.viewer.isAdmin ? ["promote", "time-out", "remove"] : ["time-out"];
}

function DeedMenu(props: MemberManageRowProps & { deeds: readonly MemberDeed[] }) {
  const { member, deeds, onDeed } = props;
  return (
    <Menu>
      <MenuTrigger asChild>
        <IconButton
          label={`Actions for ${member.displayName}`}
          icon={<Ellipsis size={17} aria-hidden />}
        />
      </MenuTrigger>
      <MenuContent>
        {deeds.includes("promote") && (
          <MenuItem icon={<ShieldCheck size={16} />} onSelect={() => onDeed("promote")}>
            Make an admin
          </MenuItem>
        )}
        <MenuItem icon={<Hourglass size={16} />} onSelect={() => onDeed("time-out")}>
          Time out
        </MenuItem>
        {deeds.includes("remove") && (
          <MenuItem tone="danger" icon={<UserMinus size={16} />} onSelect={() => onDeed("remove")}>
            Remove
          </MenuItem>
        )}
      </MenuContent>
    </Menu>
  );
}
