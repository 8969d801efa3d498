import { t } from "@lingui/core/macro";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { CheckCheck } from "lucide-react";
import { type MouseEvent, useId, useState } from "react";
import { Link } from "react-router";
import type { Community } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { shortCount } from "../../ui/short-count.ts";
import { useOnline } from "../../ui/use-online.ts";
import { CommunityIcon } from "../communities/community-icon.tsx";
import { communityListQuery } from "../communities/queries.ts";
import { readEverything } from "../communities/unread.ts";
import { useOpenNextUnread } from "../posts/next-unread.ts";

/** Number of communities shown; the list of all communities shows the others. */
const SHOWN_MAX = 6;

/**
 * The communities with unread posts; each entry opens its first unread thread. Hidden while there is
 * none: the page has other content, so that it needs no loading or error state of its own.
 */
export function UnreadCommunities() {
  const { data } = useInfiniteQuery(communityListQuery("mine"));
  const cache = useQueryClient();
  const online = useOnline();
  const [busy, setBusy] = useState(false);
  const heading = useId();
  const all = data?.pages.flatMap(({ items }) => items) ?? [];
  const unread = all.filter(({ viewer }) => viewer.unread > 0);
  if (unread.length === 0) return null;
  const readAll = () => {
    setBusy(true);
    void readEverything(cache).finally(() => setBusy(false));
  };
  return (
    <section aria-labelledby={heading} className="mt-6">
      <div className="flex min-h-8 items-center justify-between gap-4">
        <h2 id={heading} className="text-16 font-semibold">{t`New in your communities`}</h2>
        <Button
          size="sm"
          variant="quiet"
          icon={<CheckCheck size={14} aria-hidden />}
          disabled={!online}
          {...{ busy }}
          onClick={readAll}
        >{t`Mark all as read`}</Button>
      </div>
      <ul aria-labelledby={heading} className="mt-2 grid gap-x-6 md:-mx-3 md:grid-cols-2">
        {unread.slice(0, SHOWN_MAX).map((community) => (
          <li key={community.id} className="min-w-0">
            <UnreadCommunity community={community} />
          </li>
        ))}
      </ul>
      {unread.length > SHOWN_MAX && (
        <Link to="/communities" className="link text-13 max-md:inline-flex max-md:min-h-11">
          {t`All communities`}
        </Link>
      )}
    </section>
  );
}

function UnreadCommunity({ community }: { community: Community }) {
  const openNext = useOpenNextUnread();
  const { id, name, viewer } = community;
  const openUnread = (event: MouseEvent) => {
    // A new tab or window opens the community.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void openNext(id);
  };
  return (
    <Link
      to={`/communities/${id}`}
      onClick={openUnread}
      className="flex h-14 items-center gap-3 rounded-md px-3 hover:bg-hover max-md:h-[62px] max-md:px-0"
    >
      <CommunityIcon community={community} size={36} />
      <span className="min-w-0 flex-1 truncate text-14 font-semibold" title={name} dir="auto">
        {t`${{ count: shortCount(viewer.unread) }} new in ${{ name }}`}
      </span>
    </Link>
  );
}
