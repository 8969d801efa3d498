import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { ContentKind, StaffContent } from "@guildhall/web-kit/api/staff-role-types.ts";
import { useSearchParamFields } from "@guildhall/web-kit/shell/use-search-param.ts";
import { EmptyState } from "@guildhall/web-kit/ui/empty-state.tsx";
import { RelativeTime } from "@guildhall/web-kit/ui/relative-time.tsx";
import { Segments } from "@guildhall/web-kit/ui/segments.tsx";
import { Pages } from "../parts.tsx";
import { contentQuery } from "./queries.ts";
import type { UserTabProps } from "./user-tabs.ts";

interface KindLabels {
  value: ContentKind;
  label: string;
  none: string;
}

const POSTS: KindLabels = { value: "posts", label: t`Posts`, none: t`No posts` };
const KINDS: readonly KindLabels[] = [
  POSTS,
  { value: "threads", label: t`Threads`, none: t`No threads` },
  { value: "articles", label: t`Insights`, none: t`No Insights` },
];

/** The person's posts, threads and Insights, newest first. Messages are never shown. */
export function ContentTab({ user }: UserTabProps) {
  const [{ kind }, change] = useSearchParamFields({ kind: "" });
  const shown = KINDS.find(({ value }) => value === kind) ?? POSTS;
  return (
    <>
      <div className="px-4 pt-4 md:px-6">
        <Segments
          label={t`Kind of content`}
          segments={KINDS}
          value={shown.value}
          onChange={(value) => change({ kind: value === "posts" ? "" : value })}
        />
      </div>
      <Pages
        query={useInfiniteQuery(contentQuery(user.id, shown.value))}
        empty={<EmptyState className="py-12" picture={null} title={shown.none} />}
      >
        {(items) => (
          <ul aria-label={shown.label} className="divide-y divide-line-soft px-4 pt-2 md:px-6">
            {items.map((item) => (
              <li key={item.id} className="py-3">
                <Content item={item} />
              </li>
            ))}
          </ul>
        )}
      </Pages>
    </>
  );
}

function Content({ item }: { item: StaffContent }) {
  const title = item.title === "" ? t({ message: "Post", context: "noun" }) : item.title;
  return (
    <article>
      <h2 className="text-14 font-semibold [overflow-wrap:anywhere]">
        <Link to={item.path} className="hover:underline">
          <bdi>{title}</bdi>
        </Link>
      </h2>
      {item.excerpt !== "" && (
        <p dir="auto" className="line-clamp-3 text-13 text-ink-2 [overflow-wrap:anywhere]">
          {item.excerpt}
        </p>
      )}
      <p className="text-12 text-ink-2">
        <bdi>{item.communityName}</bdi>, <RelativeTime time={item.createdAt} />
      </p>
    </article>
  );
}
