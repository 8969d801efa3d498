import { t } from "@lingui/core/macro";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { errorMessage } from "@guildhall/web-kit/api/problem.ts";
import type { Affiliation } from "@guildhall/web-kit/api/types.ts";
import { useSingleFlightMutation } from "@guildhall/web-kit/api/use-single-flight-mutation.ts";
import { applyProblem } from "@guildhall/web-kit/forms/apply-problem.ts";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { updateCachedAffiliation } from "@guildhall/web-kit/features/affiliations/queries.ts";
import { changeAffiliation } from "./queries.ts";
import { changedFields, pageFields, pageSchema, type PageFields, pageFieldsOf } from "./rules.ts";
import { UPDATE_FAILED } from "./messages.ts";

/** The form of a page's texts: validated, and only the differences are sent. */
export function usePageChange(affiliation: Affiliation) {
  const cache = useQueryClient();
  const form = useForm<PageFields>({
    resolver: standardSchemaResolver(pageSchema),
    values: pageFieldsOf(affiliation),
    // Another admin's concurrent changes appear in the fields that are not dirty.
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  });
  const save = useSingleFlightMutation({
    mutationFn: (words: PageFields) =>
      changeAffiliation(affiliation.id, changedFields(affiliation, words)),
    onSuccess: (saved) => {
      updateCachedAffiliation(cache, saved);
      toast.success(t`Affiliation updated successfully!`);
    },
    onError: (error) => {
      toast.error(errorMessage(error, UPDATE_FAILED));
      applyProblem(error, pageFields, form.setError, UPDATE_FAILED);
    },
  });
  return { form, save, submit: form.handleSubmit((words) => save.mutate(words)) };
}
