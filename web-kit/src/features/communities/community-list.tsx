import { t } from "@lingui/core/macro";
import { ListFilter, Search } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import type { Community } from "../../api/types.ts";
import type { LoadedPages } from "../../live/reducers.ts";
import { Button } from "../../ui/button.tsx";
import { LongList, type NextPages } from "../../ui/long-list.tsx";
import { useRoving } from "../../ui/use-roving.ts";
import { CommunityRow } from "./community-row.tsx";

export interface CommunityListProps extends RowsProps {
  data: LoadedPages<Community>;
  mine: NextPages;
}

/** A row's height in pixels. */
const ROW_HEIGHT_PX = { desk: 40, phone: 62 };

interface RowsProps {
  selectedId: string | null;
  collapsed: boolean;
  phone: boolean;
}

const GROUPS = [
  { type: "community", title: t`Communities` },
  { type: "trust-circle", title: t`Trust circles` },
] as const;

export function CommunityList({ data, mine, selectedId, collapsed, phone }: CommunityListProps) {
  const all = useMemo(() => data.pages.flatMap((page) => page.items), [data]);
  const [filter, setFilter] = useState("");
  const shown = useMemo(
    () => filterCommunities(all, collapsed ? "" : filter),
    [all, filter, collapsed],
  );
  const ordered = GROUPS.flatMap(({ type }) => shown.filter((item) => item.groupType === type));
  const roving = useRoving(
    ordered.map((item) => item.id),
    selectedId,
  );
  const isLooking = useAllPages(mine, filter.trim() !== "");
  if (all.length === 0) {
    if (collapsed || phone) return null;
    return (
      <p className="px-5 pt-2 text-13 text-ink-3">{t`Communities you join will be listed here.`}</p>
    );
  }
  return (
    <>
      {!collapsed && <Filter value={filter} phone={phone} onChange={setFilter} />}
      <div
        onKeyDown={roving.onKeyDown}
        className="min-h-0 flex-1 overflow-y-auto px-3 pb-3 max-md:overflow-visible max-md:px-2"
      >
        <div>
          {GROUPS.map(({ type, title }) => (
            <Group
              key={type}
              title={title}
              communities={ordered.filter((item) => item.groupType === type)}
              {...{ mine, selectedId, collapsed, phone, roving }}
            />
          ))}
        </div>
        <p role="status" className="px-2 text-13 text-ink-3">
          {ordered.length === 0 && (
            <span className="block pt-3">
              {isLooking ? t`Searching...` : t`No communities match.`}
            </span>
          )}
        </p>
        {mine.hasNextPage && (
          <Button
            variant="quiet"
            size="sm"
            className="mt-2 w-full"
            busy={mine.isFetchingNextPage}
            onClick={() => void mine.fetchNextPage()}
          >
            {collapsed ? t`More` : t`Show more communities`}
          </Button>
        )}
      </div>
    </>
  );
}

function Group(
  props: RowsProps & {
    title: string;
    mine: NextPages;
    communities: readonly Community[];
    roving: ReturnType<typeof useRoving>;
  },
) {
  const { title, mine, communities, selectedId, collapsed, phone, roving } = props;
  if (communities.length === 0) return null;
  return (
    <>
      <h2
        className={
          collapsed ? "sr-only" : "px-2 pt-3 pb-1.5 text-12 font-strong text-ink-3 max-md:pt-4"
        }
      >
        {title}
      </h2>
      <LongList
        label={title}
        items={communities}
        idOf={idOf}
        rowHeight={phone ? ROW_HEIGHT_PX.phone : ROW_HEIGHT_PX.desk}
        more={mine}
        tabStop={roving.current}
      >
        {(community) => (
          <CommunityRow
            {...{ community, collapsed, phone }}
            selected={community.id === selectedId}
            roving={roving.item(community.id)}
          />
        )}
      </LongList>
    </>
  );
}

const idOf = ({ id }: Community) => id;

/** Loads the remaining pages one after the other while the list is filtered. */
function useAllPages(mine: NextPages, isWanted: boolean): boolean {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = mine;
  const isLooking = isWanted && hasNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (isLooking && !isFetchingNextPage) fetchNextPage();
  }, [isLooking, isFetchingNextPage, fetchNextPage]);
  return isLooking;
}

function Filter(props: { value: string; phone: boolean; onChange: (value: string) => void }) {
  const Icon = props.phone ? Search : ListFilter;
  return (
    <div className="px-3 pb-2 max-md:px-4 max-md:pt-3 max-md:pb-1">
      <label className="flex h-8 items-center gap-2 rounded-sm bg-hover px-2.5 text-13 text-ink-3 focus-within:shadow-[inset_0_0_0_2px_var(--focus)] max-md:h-11 max-md:px-3 max-md:text-16">
        <Icon size={props.phone ? 18 : 15} aria-hidden />
        <input
          type="search"
          value={props.value}
          placeholder={props.phone ? t`Search` : t`Filter communities`}
          aria-label={t`Filter communities`}
          onChange={(event) => props.onChange(event.target.value)}
          className="min-w-0 flex-1 bg-transparent text-ink outline-none [&::-webkit-search-cancel-button]:appearance-none"
        />
      </label>
    </div>
  );
}

export function filterCommunities(
  communities: readonly Community[],
  filter: string,
): readonly Community[] {
  const wanted = fold(filter.trim());
  if (wanted === "") return communities;
  return communities.filter((community) => fold(community.name).includes(wanted));
}

/** Removes accents and case, so that "Lucia" finds "Lucía". */
function fold(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
