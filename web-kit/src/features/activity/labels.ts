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

/** The page that an item opens: a group leads to its community. */
export function destinationOf(item: ActivityItem): string | null {
  const { count, communityId, actionUrl } = item;
  return count > 1 && communityId !== null ? `/communities/${communityId}` : actionUrl;
}

/** A section of the list. */
export interface ActivitySection {
  id: "asked" | "new" | "earlier";
  title: string;
  items: ActivityItem[];
}

/**
 * Items that need an answer, then unread and read ones. An item that has just been read is in both
 * lists until they are loaded again.
 */
export function groupIntoSections(items: readonly ActivityItem[]): ActivitySection[] {
  const all = [...new Map(items.map((item) => [item.id, item])).values()];
  const rest = all.filter(({ actionRequired }) => !actionRequired);
  return [
    {
      id: "asked",
      title: t`Needs an answer`,
      items: all.filter(({ actionRequired }) => actionRequired),
    },
    {
      id: "new",
      title: t({ message: "New", context: "heading of unread notifications" }),
      items: rest.filter(({ read }) => !read),
    },
    { id: "earlier", title: t`Earlier`, items: rest.filter(({ read }) => read) },
  ];
}
