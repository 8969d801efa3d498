import { formatNumber } from "../../../language/format.ts";
import { plural, t } from "@lingui/core/macro";
import { BadgeCheck, IdCard, MessagesSquare, PanelsTopLeft, UsersRound } from "lucide-react";
import type { Invitation } from "../../../api/types.ts";

/** Four benefits of membership, each true for this affiliation. */
export function Benefits({ invitation }: { invitation: Invitation }) {
  const { name, memberCount, subdomainConfig } = invitation.affiliation;
  const benefits = [
    { Icon: MessagesSquare, text: communities(invitation) },
    { Icon: BadgeCheck, text: t`The ${name} hallmark next to your name` },
    { Icon: UsersRound, text: directory(memberCount) },
    subdomainConfig?.isActive
      ? { Icon: PanelsTopLeft, text: t`Their own portal, with the same sign-in` }
      : { Icon: IdCard, text: t`A place on your profile, shown or hidden as you choose` },
  ];
  return (
    <ul className="mt-5 flex flex-col gap-2.5">
      {benefits.map(({ Icon, text }) => (
        <li key={text} className="flex gap-3 text-14">
          <Icon size={17} aria-hidden className="mt-0.5 text-brand-text" />
          <span className="min-w-0 [overflow-wrap:anywhere]">{text}</span>
        </li>
      ))}
    </ul>
  );
}

function communities({ defaultCommunities: count, firstCommunity: first }: Invitation): string {
  if (count === 0) return t`Its communities, open to its members`;
  if (count === 1) {
    return first === null
      ? t`One community opens to you at once`
      : t`${{ community: first }} opens to you at once`;
  }
  const number = numberWord(count);
  return first === null
    ? t`${number} communities open at once`
    : t`${number} communities open at once, with ${{ community: first }}`;
}

/** The number at the start of a sentence: in words up to ten. */
function numberWord(count: number): string {
  switch (count) {
    case 2:
      return t`Two`;
    case 3:
      return t`Three`;
    case 4:
      return t`Four`;
    case 5:
      return t`Five`;
    case 6:
      return t`Six`;
    case 7:
      return t`Seven`;
    case 8:
      return t`Eight`;
    case 9:
      return t`Nine`;
    case 10:
      return t`Ten`;
    default:
      return formatNumber(count);
  }
}

function directory(count: number): string {
  if (count <= 1) return t`A directory of its members`;
  return plural(count, { one: "A directory of # member", other: "A directory of # members" });
}
