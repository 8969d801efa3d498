import { t } from "@lingui/core/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "@guildhall/web-kit/api/problem.ts";
import type { ContentFilter } from "@guildhall/web-kit/api/types.ts";
import { ConfirmDialog } from "@guildhall/web-kit/forms/confirm-dialog.tsx";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { Choices } from "@guildhall/web-kit/ui/choices.tsx";
import { ErrorState } from "@guildhall/web-kit/ui/error-state.tsx";
import { LoadingRegion, Skeleton } from "@guildhall/web-kit/ui/skeleton.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { StaffPage } from "../staff-page.tsx";
import { contentFilterChoices } from "./content-filter-labels.ts";
import { contentFilterQuery, setContentFilter } from "./queries.ts";

/** The content filter of the network (G-029). */
export function ContentFilterScreen() {
  const { data, error, refetch } = useQuery(contentFilterQuery);
  return (
    <StaffPage title={t`Content filter`}>
      <div className="px-4 pt-4 md:px-6">
        {data !== undefined ? (
          <FilterForm filter={data.filter} />
        ) : error === null ? (
          <LoadingRegion>
            <Skeleton className="h-44 w-full max-w-[620px]" />
          </LoadingRegion>
        ) : (
          <ErrorState
            title={t`The content filter could not be loaded`}
            text={errorMessage(error, t`Something went wrong. Please try again.`)}
            onRetry={() => void refetch()}
          />
        )}
      </div>
    </StaffPage>
  );
}

function FilterForm({ filter }: { filter: ContentFilter }) {
  const [chosen, setChosen] = useState<ContentFilter>(filter);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <form
      noValidate
      className="flex max-w-[620px] flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        setIsAsking(true);
      }}
    >
      <p className="text-14 text-ink-2">
        {t`Every post, reply and message is checked before it is stored. This is the filter of the main site, and of each portal that has none of its own.`}
      </p>
      <Choices
        label={t`Filter`}
        name="filter"
        choices={contentFilterChoices()}
        value={chosen}
        onChange={({ target }) => setChosen(target.value === "strict" ? "strict" : "relaxed")}
      />
      <Button
        type="submit"
        variant="primary"
        className="md:self-start"
        disabled={chosen === filter}
      >{t`Save`}</Button>
      {isAsking && <FilterConfirmation chosen={chosen} onClose={() => setIsAsking(false)} />}
    </form>
  );
}

function FilterConfirmation({ chosen, onClose }: { chosen: ContentFilter; onClose: () => void }) {
  const cache = useQueryClient();
  return (
    <ConfirmDialog
      title={
        chosen === "strict" ? t`Use the strict content filter?` : t`Use the relaxed content filter?`
      }
      text={
        chosen === "strict"
          ? t`From now on, the network refuses database statements and characters of commands as well. Stored posts and messages stay as they are.`
          : t`From now on, the network accepts database statements and characters of commands. Scripts are still refused.`
      }
      confirm={t`Change filter`}
      failed={t`Something went wrong. Please try again.`}
      run={async () => {
        const saved = await setContentFilter(chosen);
        cache.setQueryData(contentFilterQuery.queryKey, saved);
        toast.success(t`Content filter changed`);
      }}
      onClose={onClose}
    />
  );
}
