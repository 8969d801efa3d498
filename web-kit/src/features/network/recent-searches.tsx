import { t } from "@lingui/core/macro";
import { type Mutation, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { History, X } from "lucide-react";
import type { KeyboardEvent } from "react";
import { errorMessage } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import type { Page, RecentSearch } from "../../api/types.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { toast } from "../../ui/toast-store.ts";
import { useRoving } from "../../ui/use-roving.ts";
import {
  deleteRecentSearch,
  clearRecentSearches,
  saveRecentSearch,
  recentSearchesQuery,
} from "./queries.ts";

const pendingRemoval = [...keys.recentSearches, "removal"];
/** Sequential mutations: deleting a search right after it was stored must not be overtaken. */
const runSequentially = { mutationKey: keys.recentSearches, scope: { id: "recent-searches" } };

/** Stores a deliberate search: submitted with Enter, or left through one of its results. */
export function useSaveSearch() {
  const cache = useQueryClient();
  const { mutate } = useMutation({
    ...runSequentially,
    mutationFn: saveRecentSearch,
    onSuccess: async (stored) => {
      const isLast = cache.isMutating({ mutationKey: keys.recentSearches }) === 1;
      if (!isLast) return;
      // A response already in flight would not contain the search.
      await cache.cancelQueries({ queryKey: keys.recentSearches });
      cache.setQueryData(keys.recentSearches, stored);
    },
  });
  return (typed: string) => {
    const query = typed.trim();
    if (query !== "") mutate(query);
  };
}

export interface RecentSearchesProps {
  onChoose: (query: string) => void;
  /** Called when the focused entry was deleted. */
  onForgotten: () => void;
  className?: string;
}

/** The member's recent searches below the empty field; renders nothing if there are none. */
export function RecentSearches({ onChoose, onForgotten, className }: RecentSearchesProps) {
  const cache = useQueryClient();
  const { data } = useQuery(recentSearchesQuery);
  const items = data?.items ?? [];
  const roving = useRoving(
    items.map(({ id }) => id),
    null,
  );
  const keepOnly = async (stored: RecentSearch[]) => {
    onForgotten();
    await cache.cancelQueries({ queryKey: keys.recentSearches });
    cache.setQueryData<Page<RecentSearch>>(keys.recentSearches, {
      items: stored,
      nextCursor: null,
    });
  };
  // Shows the server's list afterwards, also when it refused.
  const onSettled = () => cache.invalidateQueries({ queryKey: keys.recentSearches });
  const one = useMutation({
    ...runSequentially,
    mutationKey: pendingRemoval,
    mutationFn: deleteRecentSearch,
    onMutate: (id) => keepOnly(items.filter((item) => item.id !== id)),
    onError: showRemovalError,
    onSettled,
  });
  const all = useMutation({
    ...runSequentially,
    mutationFn: clearRecentSearches,
    onMutate: () => keepOnly([]),
    onError: showRemovalError,
    onSettled,
  });
  if (items.length === 0) return null;
  // A double click can arrive before the list re-renders.
  const remove = (id: string) => {
    const predicate = ({ state }: Mutation) => state.variables === id;
    if (cache.isMutating({ mutationKey: pendingRemoval, predicate }) === 0) one.mutate(id);
  };
  const removeBy = (event: KeyboardEvent, id: string) => {
    if (event.key === "Delete" || event.key === "Backspace") remove(id);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see onMouseDown
    <section
      aria-label={t`Recent searches`}
      className={className}
      // Keeps the focus in the field, so that the list is still open for the click.
      onMouseDown={(event) => event.preventDefault()}
    >
      <div className="flex items-center justify-between px-2 pb-1">
        <h2 className="text-12 text-ink-3">{t`Recent searches`}</h2>
        <button
          type="button"
          className="link text-12 max-md:min-h-11"
          aria-label={t`Clear recent searches`}
          onClick={() => all.mutate()}
        >{t`Clear`}</button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys of
          a list */}
      <ul onKeyDown={roving.onKeyDown}>
        {items.map(({ id, query }) => (
          <li key={id} className="flex items-center gap-1 rounded-sm hover:bg-hover">
            <button
              type="button"
              className="flex min-h-8 min-w-0 flex-1 items-center gap-2.5 rounded-sm px-2 text-start text-13 max-md:min-h-11 max-md:text-14"
              {...roving.item(id)}
              onClick={() => onChoose(query)}
              onKeyDown={(event) => removeBy(event, id)}
            >
              <History size={14} aria-hidden className="shrink-0 text-ink-3" />
              <span className="truncate" dir="auto">
                {query}
              </span>
            </button>
            <IconButton
              label={t`Remove ${query} from recent searches`}
              icon={<X size={14} aria-hidden />}
              size="sm"
              tabIndex={roving.item(id).tabIndex}
              onClick={() => remove(id)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function showRemovalError(error: Error) {
  toast.error(errorMessage(error, t`Failed to remove the search`));
}
