import { locale } from "@guildhall/web-kit/language/format.ts";
import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import type { Affiliation } from "@guildhall/web-kit/api/types.ts";
import { Choices } from "@guildhall/web-kit/ui/choices.tsx";
import { TextField } from "@guildhall/web-kit/ui/field.tsx";
import { affiliationsQuery } from "@guildhall/web-kit/features/affiliations/queries.ts";

const mostShown = 4;

export interface AffiliationChooserProps {
  /** The chosen id; empty if none. */
  chosen: string;
  error: string | undefined;
  onChoose: (affiliation: Affiliation) => void;
}

/** Chooses an affiliation by a part of its name. */
export function AffiliationChooser({ chosen, error, onChoose }: AffiliationChooserProps) {
  const [words, setWords] = useState("");
  const all = useAllAffiliations();
  const found = matching(all, words);
  const shown = found.slice(0, mostShown);
  const cached = all.find(({ id }) => id === chosen);
  // The chosen affiliation stays listed during a search.
  const listed = cached === undefined || shown.includes(cached) ? shown : [cached, ...shown];
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label={t`Find an affiliation`}
        type="search"
        autoComplete="off"
        placeholder={t`A part of its name`}
        leading={<Search size={16} aria-hidden className="text-ink-3" />}
        error={error}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      {listed.length > 0 && (
        <Choices
          label={t`Affiliation`}
          name="affiliation"
          value={chosen}
          choices={listed.map(({ id, name, urlPath }) => ({
            value: id,
            title: name,
            ...(urlPath !== null && { text: `/affiliation/${urlPath}` }),
          }))}
          onChange={(event) => {
            const affiliation = all.find(({ id }) => id === event.target.value);
            if (affiliation !== undefined) onChoose(affiliation);
          }}
        />
      )}
      <p role="status" className="text-12 text-ink-3">
        {matchCountLabel(found.length, words)}
      </p>
    </div>
  );
}

function matchCountLabel(found: number, words: string): string {
  if (found === 0) return words.trim() === "" ? "" : t`No affiliation has this in its name.`;
  if (found > mostShown)
    return t`${{ shown: mostShown }} of ${found}. Type more to narrow the search.`;
  return "";
}

function matching(all: readonly Affiliation[], words: string): Affiliation[] {
  const wanted = words.trim().toLocaleLowerCase(locale());
  return all.filter(({ name }) => name.toLocaleLowerCase(locale()).includes(wanted));
}

/** The whole directory, loaded page by page. */
function useAllAffiliations(): Affiliation[] {
  const { data, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery(affiliationsQuery);
  useEffect(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  return data?.pages.flatMap((page) => page.items) ?? [];
}
