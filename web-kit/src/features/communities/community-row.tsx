import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { Link } from "react-router";
import type { Community } from "../../api/types.ts";
import { excerptOrAttachment } from "../../content/excerpt.ts";
import { Badge } from "../../ui/badge.tsx";
import { Count } from "../../ui/count.tsx";
import { isFormerMember, PersonName } from "../../ui/person-name.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import type { useRoving } from "../../ui/use-roving.ts";
import { useNow } from "../posts/use-now.ts";
import { CommunityIcon } from "./community-icon.tsx";
import { daysLeft, rowSubtitle } from "./labels.ts";

export interface CommunityRowProps {
  community: Community;
  selected: boolean;
  /** Only the mark shows; the name is in the tooltip. */
  collapsed: boolean;
  phone: boolean;
  roving: ReturnType<ReturnType<typeof useRoving>["item"]>;
}

export function CommunityRow({ community, selected, collapsed, phone, roving }: CommunityRowProps) {
  const unread = community.viewer.unread;
  const row = (
    <Link
      to={`/communities/${community.id}`}
      aria-current={selected ? "page" : undefined}
      className={clsx(
        "relative flex h-10 items-center gap-2.5 rounded-md px-2 hover:bg-hover max-md:h-[62px] max-md:gap-3.5",
        selected && "bg-selected hover:bg-selected",
        collapsed && "justify-center",
      )}
      {...roving}
    >
      <CommunityIcon community={community} size={phone ? 40 : 26} />
      <Name {...{ community, selected, collapsed, phone }} />
      {collapsed ? <PendingCount unread={unread} /> : <State community={community} />}
    </Link>
  );
  return collapsed ? (
    <Tooltip side="right" text={community.name}>
      {row}
    </Tooltip>
  ) : (
    row
  );
}

function Name(props: Pick<CommunityRowProps, "community" | "selected" | "collapsed" | "phone">) {
  const { community, selected, collapsed, phone } = props;
  const unread = community.viewer.unread > 0;
  const weight = unread || selected ? "font-semibold" : "font-medium";
  if (collapsed) return <span className="sr-only">{community.name}</span>;
  return (
    <span className="min-w-0 flex-1" title={community.name} dir="auto">
      <span
        className={clsx(
          "block truncate text-13 max-md:text-15 max-md:leading-5",
          weight,
          !unread && !selected && "md:text-ink-2",
        )}
      >
        {community.name}
      </span>
      {phone && (
        <span className={clsx("block truncate text-13", unread ? "text-ink-2" : "text-ink-3")}>
          {showsLastPost(community) ? (
            <LastPostLine lastPost={community.lastPost} />
          ) : (
            rowSubtitle(community)
          )}
        </span>
      )}
    </span>
  );
}

type WithLastPost = Community & { lastPost: NonNullable<Community["lastPost"]> };

/** False where the row has to explain the community's state. */
function showsLastPost(community: Community): community is WithLastPost {
  const { lastPost, status, deletionStatus } = community;
  return lastPost !== null && status !== "paused" && !deletionStatus.isPending;
}

/** "Priya: The hall is booked", and how long ago that was. */
function LastPostLine({ lastPost }: Pick<WithLastPost, "lastPost">) {
  const { author, excerpt, created } = lastPost;
  return (
    // The excerpt is a box of its own, so that it is cut at its end in either direction.
    <span className="flex">
      <span className="max-w-[45%] shrink-0 overflow-hidden text-ellipsis whitespace-pre">
        <PersonName name={firstName(author)} />
        {": "}
      </span>
      <bdi className="min-w-0 truncate">{excerptOrAttachment(excerpt)}</bdi>
      <span className="meta-dot shrink-0 tabular-nums">
        <RelativeTime time={created} style="short" />
      </span>
    </span>
  );
}

/** The placeholder of a deleted account is not a name. */
function firstName(author: string): string {
  if (isFormerMember({ displayName: author, handle: null })) return author;
  return author.split(" ")[0] ?? author;
}

function State({ community }: { community: Community }) {
  const left = daysLeft(community, useNow());
  if (left !== null) return <Badge tone="danger">{left}</Badge>;
  if (community.status === "paused") return <Badge tone="warning">{t`Paused`}</Badge>;
  return (
    <Count
      tone="tint"
      value={community.viewer.unread}
      label={t({ message: "new", context: "after a number" })}
    />
  );
}

function PendingCount({ unread }: { unread: number }) {
  if (unread === 0) return null;
  return (
    <span className="absolute -end-0.5 top-0.5 rounded-full bg-canvas p-px">
      <Count
        value={unread}
        label={t({ message: "new", context: "after a number" })}
        className="!h-4 !min-w-4 !px-1"
      />
    </span>
  );
}
