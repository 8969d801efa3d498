import { t } from "@lingui/core/macro";
import { Ellipsis, Hourglass, ShieldCheck, UserMinus } from "lucide-react";
import type { CommunityMember } from "../../../api/types.ts";
import { Badge } from "../../../ui/badge.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "../../../ui/menu.tsx";
import { formatDate } from "../../../ui/time.ts";
import type { MemberAction } from "./member-dialogs.tsx";
import { PersonRow, personSubtitle } from "./parts.tsx";
import { type ManageState, useManage } from "./manage-context.ts";

const ROLES = { admin: t`Admin`, trustee: t`Trustee`, member: t`Member` } as const;

export interface MemberManageRowProps {
  member: CommunityMember;
  onAction: (action: MemberAction) => void;
}

export function MemberManageRow({ member, onAction }: MemberManageRowProps) {
  const place = useManage();
  const actions = actionsFor(place, member);
  const who = personSubtitle(member);
  return (
    <PersonRow
      person={member}
      own={member.userId === place.me.id}
      meta={
        <>
          {who}
          <span className={who === "" ? undefined : "meta-dot"}>
            {t`Joined ${{ date: formatDate(member.joinedAt) }}`}
          </span>
        </>
      }
      actions={
        <>
          <Badge tone={member.role === "admin" ? "brand" : "line"}>{ROLES[member.role]}</Badge>
          {actions.length > 0 ? (
            <MemberMenu {...{ member, actions, onAction }} />
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
function actionsFor({ community, me }: ManageState, member: CommunityMember): MemberAction[] {
  if (member.role === "admin" || member.userId === me.id) return [];
  return community.viewer.isAdmin ? ["promote", "time-out", "remove"] : ["time-out"];
}

function MemberMenu(props: MemberManageRowProps & { actions: readonly MemberAction[] }) {
  const { member, actions, onAction } = props;
  return (
    <Menu>
      <MenuTrigger asChild>
        <IconButton
          label={t`Actions for ${{ name: member.displayName }}`}
          icon={<Ellipsis size={17} aria-hidden />}
        />
      </MenuTrigger>
      <MenuContent>
        {actions.includes("promote") && (
          <MenuItem
            icon={<ShieldCheck size={16} />}
            onSelect={() => onAction("promote")}
          >{t`Make an admin`}</MenuItem>
        )}
        <MenuItem
          icon={<Hourglass size={16} />}
          onSelect={() => onAction("time-out")}
        >{t`Time out`}</MenuItem>
        {actions.includes("remove") && (
          <MenuItem
            tone="danger"
            icon={<UserMinus size={16} />}
            onSelect={() => onAction("remove")}
          >{t`Remove`}</MenuItem>
        )}
      </MenuContent>
    </Menu>
  );
}
