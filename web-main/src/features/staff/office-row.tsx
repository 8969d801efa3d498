import { Ellipsis, ShieldCheck, ShieldMinus } from "lucide-react";
import type { CommunityMember } from "@guildhall/web-kit/api/types.ts";
import { Badge } from "@guildhall/web-kit/ui/badge.tsx";
import { IconButton } from "@guildhall/web-kit/ui/icon-button.tsx";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "@guildhall/web-kit/ui/menu.tsx";
import { useMe } from "@guildhall/web-kit/features/accounts/queries.ts";
import { PersonRow, whoIs } from "@guildhall/web-kit/features/communities/manage/parts.tsx";
import type { OfficeDeed } from "./queries.ts";

export const officeWords = {
  "grant-admin": {
    label: "Make an admin",
    text: "They can change the community, its members and their roles.",
    done: "Made an admin",
    danger: false,
  },
  "grant-trustee": {
    label: "Make a trustee",
    text: "They moderate: they time members out, remove posts and see join requests.",
    done: "Made a trustee",
    danger: false,
  },
  "revoke-admin": {
    label: "Remove as admin",
    text: "They are still a member of it.",
    done: "No longer an admin",
    danger: true,
  },
  "revoke-trustee": {
    label: "Remove as trustee",
    text: "They are still a member of it.",
    done: "No longer a trustee",
    danger: true,
  },
} as const satisfies Record<OfficeDeed, object>;

const roles = {
  admin: { label: "Admin", tone: "brand", deeds: ["revoke-admin"] },
  trustee: { label: "Trustee", tone: "line", deeds: ["grant-admin", "revoke-trustee"] },
  member: { label: "Member", tone: "line", deeds: ["grant-admin", "grant-trustee"] },
} as const;

interface OfficeRowProps {
  member: CommunityMember;
  onDeed: (deed: OfficeDeed) => void;
}

/**
 * A member with their community role and the possible changes; staff cannot change their own
 * (G-091).
 */
export function OfficeRow({ member, onDeed }: OfficeRowProps) {
  const own = useMe()?.id === member.userId;
  const { label, tone } = roles[member.role];
  return (
    <PersonRow
      person={member}
      own={own}
      meta={whoIs(member)}
      actions={
        <>
          <Badge tone={tone}>{label}</Badge>
          {own ? (
            // Keeps the roles aligned in rows without a menu.
            <span className="w-8 max-md:hidden" />
          ) : (
            <OfficeMenu {...{ member, onDeed }} />
          )}
        </>
      }
    />
  );
}

function OfficeMenu({ member, onDeed }: OfficeRowProps) {
  return (
    <Menu>
      <MenuTrigger asChild>
        <IconButton
          label={`Role of ${member.displayName}`}
          icon={<Ellipsis size={17} aria-hidden />}
        />
      </MenuTrigger>
      <MenuContent>
        {roles[member.role].deeds.map((deed) => {
          const { label, danger } = officeWords[deed];
          const Sign = danger ? ShieldMinus : ShieldCheck;
          return (
            <MenuItem
              key={deed}
              icon={<Sign size={16} />}
              onSelect={() => onDeed(deed)}
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
