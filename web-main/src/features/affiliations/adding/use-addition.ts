import { t } from "@lingui/core/macro";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useEffect, useState } from "react";
import { useForm, type UseFormReturn } from "react-hook-form";
import { keys } from "@guildhall/web-kit/api/keys.ts";
import { invalidateOnSettled } from "@guildhall/web-kit/api/invalidate-on-settled.ts";
import type { NewAffiliation } from "@guildhall/web-kit/api/types.ts";
import { useKeys } from "@guildhall/web-kit/api/use-keys.ts";
import { useSingleFlightMutation } from "@guildhall/web-kit/api/use-single-flight-mutation.ts";
import { applyProblem } from "@guildhall/web-kit/forms/apply-problem.ts";
import {
  draftAnswersKey,
  deleteDraftAnswers,
  storeDraftAnswers,
  loadDraftAnswers,
} from "@guildhall/web-kit/forms/draft-answers.ts";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { useMe } from "@guildhall/web-kit/features/accounts/queries.ts";
import { requestAddition } from "./queries.ts";
import { fromDraftAnswers, additionSchema, EMPTY_ADDITION, toDraftAnswers } from "./rules.ts";

export interface Addition {
  form: UseFormReturn<NewAffiliation>;
  busy: boolean;
  submit: (event: SubmitEvent) => unknown;
}

/** The form of a request for a new affiliation: stored while typing, validated and sent once. */
export function useAddition(): Addition {
  const cache = useQueryClient();
  // Storage key of the draft, next to the answers to affiliations' questionnaires.
  const place = draftAnswersKey(useMe()?.id ?? "", "new");
  const keyOf = useKeys();
  // The same values sent again are a new request, because the previous one may have been withdrawn.
  const [sent, setSent] = useState(0);
  const form = useForm<NewAffiliation>({
    resolver: standardSchemaResolver(additionSchema),
    defaultValues: fromDraftAnswers(loadDraftAnswers(place)),
  });
  const { subscribe } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => storeDraftAnswers(place, toDraftAnswers(values)),
      }),
    [subscribe, place],
  );
  const send = useSingleFlightMutation({
    mutationFn: (requested: NewAffiliation) =>
      requestAddition(requested, keyOf({ requested, sent })),
    onSuccess: () => {
      form.reset(EMPTY_ADDITION);
      deleteDraftAnswers(place);
      setSent((before) => before + 1);
      toast.success(t`Request sent. You will be notified when our staff have reviewed it.`);
    },
    onError: (error) =>
      applyProblem(error, ["name", "description"], form.setError, t`Failed to submit application`),
    // Reload after an error as well: the request may have been sent from another device.
    onSettled: invalidateOnSettled(() =>
      cache.invalidateQueries({ queryKey: keys.ownAffiliationRequests }),
    ),
  });
  return {
    form,
    busy: send.isPending,
    submit: form.handleSubmit((requested) => send.mutate(requested)),
  };
}
