import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useEffect, useState } from "react";
import { useForm, type UseFormReturn } from "react-hook-form";
import { keys } from "@guildhall/web-kit/api/keys.ts";
import { thenReload } from "@guildhall/web-kit/api/then-reload.ts";
import type { NewAffiliation } from "@guildhall/web-kit/api/types.ts";
import { useKeys } from "@guildhall/web-kit/api/use-keys.ts";
import { useOnce } from "@guildhall/web-kit/api/use-once.ts";
import { applyProblem } from "@guildhall/web-kit/forms/apply-problem.ts";
import {
  answersPlace,
  forgetAnswers,
  keepAnswers,
  keptAnswers,
} from "@guildhall/web-kit/forms/kept-answers.ts";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { useMe } from "@guildhall/web-kit/features/accounts/queries.ts";
import { requestAddition } from "./queries.ts";
import { additionIn, additionSchema, NOTHING, wordsIn } from "./rules.ts";

export interface Addition {
  form: UseFormReturn<NewAffiliation>;
  busy: boolean;
  submit: (event: SubmitEvent) => unknown;
}

/** The form of a request for a new affiliation: stored while typing, validated and sent once. */
export function useAddition(): Addition {
  const cache = useQueryClient();
  // Storage key of the draft, next to the answers to affiliations' questionnaires.
  const place = answersPlace(useMe()?.id ?? "", "new");
  const keyOf = useKeys();
  // The same values sent again are a new request, because the previous one may have been withdrawn.
  const [sent, setSent] = useState(0);
  const form = useForm<NewAffiliation>({
    resolver: standardSchemaResolver(additionSchema),
    defaultValues: additionIn(keptAnswers(place)),
  });
  const { subscribe } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => keepAnswers(place, wordsIn(values)),
      }),
    [subscribe, place],
  );
  const send = useOnce({
    mutationFn: (asked: NewAffiliation) => requestAddition(asked, keyOf({ asked, sent })),
    onSuccess: () => {
      form.reset(NOTHING);
      forgetAnswers(place);
      setSent((before) => before + 1);
      toast.success("Request sent. You will be notified when our staff have reviewed it.");
    },
    onError: (error) =>
      applyProblem(error, ["name", "description"], form.setError, "Failed to submit application"),
    // Reload after an error as well: the request may have been sent from another device.
    onSettled: thenReload(() => cache.invalidateQueries({ queryKey: keys.ownAffiliationRequests })),
  });
  return {
    form,
    busy: send.isPending,
    submit: form.handleSubmit((asked) => send.mutate(asked)),
  };
}
