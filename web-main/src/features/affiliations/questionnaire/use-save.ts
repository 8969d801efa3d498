import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { keys } from "@guildhall/web-kit/api/keys.ts";
import { errorMessage, ProblemError } from "@guildhall/web-kit/api/problem.ts";
import type { Affiliation, QuestionnaireSettings } from "@guildhall/web-kit/api/types.ts";
import { useSingleFlightMutation } from "@guildhall/web-kit/api/use-single-flight-mutation.ts";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { UPDATE_FAILED } from "../editing/messages.ts";
import { setQuestionnaire } from "./queries.ts";

/** Where an error is shown: at the text of the questionnaire, or at the whole form. */
export interface SaveFailure {
  field?: string;
  form?: string;
}

/** Saves the questionnaire's JSON; null restores the default questions. */
export function useSave(affiliation: Affiliation, onSaved: (saved: QuestionnaireSettings) => void) {
  const cache = useQueryClient();
  const [failure, setFailure] = useState<SaveFailure>({});
  const save = useSingleFlightMutation({
    mutationFn: (text: string | null) => setQuestionnaire(affiliation.id, text),
    onMutate: () => setFailure({}),
    onSuccess: async (saved) => {
      cache.setQueryData(keys.questionnaireSettings(affiliation.id), saved);
      onSaved(saved);
      toast.success(t`Affiliation updated successfully!`);
      const queryKey = keys.questionnaire(affiliation.id);
      await cache.invalidateQueries({ queryKey, exact: true });
    },
    onError: (error) => {
      const refused = error instanceof ProblemError ? error.errors : [];
      const field = refused.find((one) => one.field === "questionnaire")?.message;
      setFailure(field === undefined ? { form: errorMessage(error, UPDATE_FAILED) } : { field });
    },
  });
  return { save, failure, clear: () => setFailure({}) };
}
