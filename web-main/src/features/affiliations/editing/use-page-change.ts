import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { wordsOf } from "@guildhall/web-kit/api/problem.ts";
import type { Affiliation } from "@guildhall/web-kit/api/types.ts";
import { useOnce } from "@guildhall/web-kit/api/use-once.ts";
import { applyProblem } from "@guildhall/web-kit/forms/apply-problem.ts";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { keepChanged } from "@guildhall/web-kit/features/affiliations/queries.ts";
import { changeAffiliation } from "./queries.ts";
import { changesOf, pageFields, pageSchema, type PageWords, wordsOfPage } from "./rules.ts";
import { UPDATE_FAILED } from "./words.ts";

/** The form of a page's texts: validated, and only the differences are sent. */
export function usePageChange(affiliation: Affiliation) {
  const cache = useQueryClient();
  const form = useForm<PageWords>({
    resolver: standardSchemaResolver(pageSchema),
    values: wordsOfPage(affiliation),
    // Another admin's concurrent changes appear in the fields that are not dirty.
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  });
  const save = useOnce({
    mutationFn: (words: PageWords) =>
      changeAffiliation(affiliation.id, changesOf(affiliation, words)),
    onSuccess: (saved) => {
      keepChanged(cache, saved);
      toast.success("Affiliation updated successfully!");
    },
    onError: (error) => {
      toast.error(wordsOf(error, UPDATE_FAILED));
      applyProblem(error, pageFields, form.setError, UPDATE_FAILED);
    },
  });
  return { form, save, submit: form.handleSubmit((words) => save.mutate(words)) };
}
