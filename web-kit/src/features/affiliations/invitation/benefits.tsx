import { locale } from "../../../language/format.ts";
import { t } from "@lingui/core/macro";
import { BadgeCheck, IdCard, MessagesSquare, PanelsTopLeft, UsersRound } from "lucide-react";
import type { Invitation } from "../../../api/types.ts";

const formatCount = new Intl.NumberFormat(locale());
const countLabel = "One Two Three Four Five Six Seven Eight Nine Ten".split(" ");

/** Four benefits of membership, each true for this affiliation. */
export function Benefits({ invitation }: { invitation: Invitation }) {
  const { name, memberCount, subdomainConfig } = invitation.affiliation;
  const benefits = [
    { Icon: MessagesSquare, text: communities(invitation) },
    { Icon: BadgeCheck, text: t`The ${name} hallmark next to your name` },
    { Icon: UsersRound, text: t`A directory of ${members(memberCount)}` },
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
  if (count === 1) return `${first ?? t`One community`} opens to you at once`;
  const open = t`${countLabel[count - 1] ?? formatCount.format(count)} communities open at once`;
  return first === null ? open : t`${open}, with ${first}`;
}

function members(count: number): string {
  return count > 1 ? t`${formatCount.format(count)} members` : "its members";
}
