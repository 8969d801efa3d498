import { t } from "@lingui/core/macro";
import { Ellipsis, ShieldCheck, ShieldMinus } from "lucide-react";
import type { CommunityMember } from "@guildhall/web-kit/api/types.ts";
import { Badge } from "@guildhall/web-kit/ui/badge.tsx";
import { IconButton } from "@guildhall/web-kit/ui/icon-button.tsx";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "@guildhall/web-kit/ui/menu.tsx";
import { useMe } from "@guildhall/web-kit/features/accounts/queries.ts";
import {
  PersonRow,
  personSubtitle,
} from "@guildhall/web-kit/features/communities/manage/parts.tsx";
import type { RoleAction } from "./queries.ts";

export const roleLabels = {
  "grant-admin": {
    label: t`Make an admin`,
    text: t`They can change the community, its members and their roles.`,
    done: t`Made an admin`,
    danger: false,
  },
  "make-founder": {
    label: t`Make the founder`,
    text: t`They can remove other admins and hand the community over. The founder until now stays an admin.`,
    done: t`Made the founder`,
    danger: false,
  },
  "grant-trustee": {
    label: t`Make a trustee`,
    text: t`They moderate: they time members out, remove posts and see join requests.`,
    done: t`Made a trustee`,
    danger: false,
  },
  "revoke-admin": {
    label: t`Remove as admin`,
    text: t`They are still a member of it.`,
    done: t`No longer an admin`,
    danger: true,
  },
  "revoke-trustee": {
    label: t`Remove as trustee`,
    text: t`They are still a member of it.`,
    done: t`No longer a trustee`,
    danger: true,
  },
} as const satisfies Record<RoleAction, object>;

interface RoleRules {
  label: string;
  tone: "brand" | "line";
  actions: readonly RoleAction[];
}

const founder: RoleRules = { label: t`Founder`, tone: "brand", actions: ["revoke-admin"] };
const roles: Record<CommunityMember["role"], RoleRules> = {
  admin: { label: t`Admin`, tone: "brand", actions: ["make-founder", "revoke-admin"] },
  trustee: {
    label: t`Trustee`,
    tone: "line",
    actions: ["grant-admin", "make-founder", "revoke-trustee"],
  },
  member: {
    label: t`Member`,
    tone: "line",
    actions: ["grant-admin", "make-founder", "grant-trustee"],
  },
};

function rulesFor(member: CommunityMember): RoleRules {
  return member.isFounder ? founder : roles[member.role];
}

interface RoleRowProps {
  member: CommunityMember;
  onAction: (action: RoleAction) => void;
}

/**
 * A member with their community role and the possible changes; staff cannot change their own
 * (G-091).
 */
export function RoleRow({ member, onAction }: RoleRowProps) {
  const own = useMe()?.id === member.userId;
  const { label, tone } = rulesFor(member);
  return (
    <PersonRow
      person={member}
      own={own}
      meta={personSubtitle(member)}
      actions={
        <>
          <Badge tone={tone}>{label}</Badge>
          {own ? (
            // Keeps the roles aligned in rows without a menu.
            <span className="w-8 max-md:hidden" />
          ) : (
            <RoleMenu {...{ member, onAction }} />
          )}
        </>
      }
    />
  );
}

function RoleMenu({ member, onAction }: RoleRowProps) {
  return (
    <Menu>
      <MenuTrigger asChild>
        <IconButton
          label={t`Role of ${{ name: member.displayName }}`}
          icon={<Ellipsis size={17} aria-hidden />}
        />
      </MenuTrigger>
      <MenuContent>
        {rulesFor(member).actions.map((action) => {
          const { label, danger } = roleLabels[action];
          const Sign = danger ? ShieldMinus : ShieldCheck;
          return (
            <MenuItem
              key={action}
              icon={<Sign size={16} />}
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
