import { t } from "@lingui/core/macro";
import {
  Crown,
  Ellipsis,
  Hourglass,
  type LucideIcon,
  ShieldCheck,
  ShieldMinus,
  UserMinus,
} from "lucide-react";
import type { CommunityMember } from "../../../api/types.ts";
import { Badge } from "../../../ui/badge.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "../../../ui/menu.tsx";
import { formatDate } from "../../../ui/time.ts";
import type { MemberAction } from "./member-dialogs.tsx";
import { PersonRow, personSubtitle } from "./parts.tsx";
import { type ManageState, useManage } from "./manage-context.ts";

const ROLES = { admin: t`Admin`, trustee: t`Trustee`, member: t`Member` } as const;

const ITEMS: Record<MemberAction, { label: string; Icon: LucideIcon; danger?: true }> = {
  promote: { label: t`Make an admin`, Icon: ShieldCheck },
  "hand-over": { label: t`Hand the community over`, Icon: Crown },
  "time-out": { label: t`Time out`, Icon: Hourglass },
  "step-down": { label: t`Step down`, Icon: ShieldMinus, danger: true },
  demote: { label: t`Remove as admin`, Icon: ShieldMinus, danger: true },
  remove: { label: t`Remove`, Icon: UserMinus, danger: true },
};

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
          <Badge tone={member.role === "admin" ? "brand" : "line"}>{roleLabel(member)}</Badge>
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

function roleLabel({ isFounder, role }: CommunityMember): string {
  return isFounder ? t`Founder` : ROLES[role];
}

/**
 * Admins promote and remove members, moderators time them out. None of these applies to an admin
 * (G-076): admins step down, or the founder demotes or removes them. The founder hands the community
 * over to any member.
 */
function actionsFor({ community, me }: ManageState, member: CommunityMember): MemberAction[] {
  const { isAdmin, isFounder } = community.viewer;
  const isAdminRow = member.role === "admin";
  if (member.userId === me.id) return isAdminRow ? ["step-down"] : [];
  if (isAdminRow) return isFounder ? ["hand-over", "demote", "remove"] : [];
  if (!isAdmin) return ["time-out"];
  return isFounder
    ? ["promote", "hand-over", "time-out", "remove"]
    : ["promote", "time-out", "remove"];
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
        {actions.map((action) => {
          const { label, Icon, danger = false } = ITEMS[action];
          return (
            <MenuItem
              key={action}
              icon={<Icon size={16} />}
              onSelect={() => onAction(action)}
              {...(danger && { tone: "danger" })}
            >
              {label}
            </MenuItem>
          );
        })}
      </MenuContent>
    </Menu>
  );
}
