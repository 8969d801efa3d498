import { t } from "@lingui/core/macro";
import type { ActivityItem } from "../../api/types.ts";
import { localTimes } from "../../ui/time.ts";
import type { ActivityTab } from "./queries.ts";

export const TAB_LABELS: Record<ActivityTab, string> = {
  all: t`All`,
  communities: t`Communities`,
  admin: t`Admin`,
  system: t`System`,
};

/** A part of a title; names are emphasised. */
export interface TitlePart {
  text: string;
  isName: boolean;
}

/** A title split at the names in it: the author and the community. */
export function titleParts(item: Pick<ActivityItem, "title" | "authorName" | "communityName">) {
  let parts: TitlePart[] = [{ text: item.title, isName: false }];
  for (const name of [item.authorName, item.communityName]) {
    if (name !== null && name !== "") parts = parts.flatMap((part) => cutTitle(part, name));
  }
  return parts
    .filter(({ text }) => text !== "")
    .map(({ text, isName }) => ({ text: isName ? text : localTimes(text), isName }));
}

function cutTitle(part: TitlePart, name: string): TitlePart[] {
  const at = part.isName ? -1 : part.text.indexOf(name);
  if (at < 0) return [part];
  return [
    { text: part.text.slice(0, at), isName: false },
    { text: name, isName: true },
    { text: part.text.slice(at + name.length), isName: false },
  ];
}

/** The origin of an item, shown in the line below it. */
export function locationLabel({ category, communityName }: ActivityItem): string {
  if (category === "communities") return communityName ?? t`Communities`;
  return category === "admin" ? t`Admin` : t`System`;
}

/** A section of the list: items that need an answer, or all others. */
export interface ActivitySection {
  title: string;
  items: ActivityItem[];
}

/** The sections in order, without empty ones. */
export function groupIntoSections(items: readonly ActivityItem[]): ActivitySection[] {
  const requested = items.filter(({ actionRequired }) => actionRequired);
  const rest = items.filter(({ actionRequired }) => !actionRequired);
  const title = rest.some(({ read }) => !read)
    ? t({ message: "New", context: "heading of unread notifications" })
    : t`Earlier`;
  return [
    { title: t`Needs an answer`, items: requested },
    { title, items: rest },
  ].filter((section) => section.items.length > 0);
}
