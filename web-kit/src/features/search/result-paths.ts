import type { SearchItem } from "../../api/search-types.ts";
import { announcementHash } from "../communities/announcement-address.ts";
import { isOver } from "../communities/events/event-times.ts";

/** The address of a result: a post or message is shown at its place. */
export function pathOf(item: SearchItem): string {
  switch (item.type) {
    case "person":
      return `/profile/${item.person.handle ?? item.person.userId}`;
    case "community":
      return `/communities/${item.id}`;
    case "thread":
      return `/communities/${item.communityId}/threads/${item.id}`;
    case "post":
      return `/communities/${item.communityId}/threads/${item.threadId}#post-${item.id}`;
    case "article":
      return `/articles/${item.id}`;
    case "announcement":
      return `/communities/${item.communityId}${announcementHash(item.id)}`;
    case "event": {
      const period = isOver(item, Date.now()) ? "?period=past" : "";
      return `/communities/${item.communityId}/events${period}${announcementHash(item.id)}`;
    }
    case "message":
      return `/messages/${item.conversation.id}?around=${item.id}`;
  }
}
