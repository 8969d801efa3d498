import { BadgeCheck, IdCard, MessagesSquare, PanelsTopLeft, UsersRound } from "lucide-react";
import type { Invitation } from "../../../api/types.ts";

const formatCount = new Intl.NumberFormat("en-GB");
const countLabel = "One Two Three Four Five Six Seven Eight Nine Ten".split(" ");

/** Four benefits of membership, each true for this affiliation. */
export function Benefits({ invitation }: { invitation: Invitation }) {
  const { name, memberCount, subdomainConfig } = invitation.affiliation;
  const benefits = [
    { Icon: MessagesSquare, text: communities(invitation) },
    { Icon: BadgeCheck, text: `The ${name} hallmark next to your name` },
    { Icon: UsersRound, text: `A directory of ${members(memberCount)}` },
    subdomainConfig?.isActive
      ? { Icon: PanelsTopLeft, text: "Their own portal, with the same sign-in" }
      : { Icon: IdCard, text: "A place on your profile, shown or hidden as you choose" },
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
  if (count === 0) return "Its communities, open to its members";
  if (count === 1) return `${first ?? "One community"} opens to you at once`;
  const open = `${countLabel[count - 1] ?? formatCount.format(count)} communities open at once`;
  return first === null ? open : `${open}, with ${first}`;
}

function members(count: number): string {
  return count > 1 ? `${formatCount.format(count)} members` : "its members";
}
