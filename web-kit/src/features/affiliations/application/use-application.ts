import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useEffect } from "react";
import { type Resolver, useForm, type UseFormReturn } from "react-hook-form";
import { keys } from "../../../api/keys.ts";
import { ProblemError, errorMessage } from "../../../api/problem.ts";
import type { Affiliation, Questionnaire } from "../../../api/types.ts";
import { useKeys } from "../../../api/use-keys.ts";
import { useSingleFlightMutation } from "../../../api/use-single-flight-mutation.ts";
import { toast } from "../../../ui/toast-store.ts";
import { useMe } from "../../accounts/queries.ts";
import { endSession } from "../../accounts/session.ts";
import {
  draftAnswersKey,
  deleteDraftAnswers,
  storeDraftAnswers,
  loadDraftAnswers,
} from "../../../forms/draft-answers.ts";
import { type Answers, markPending, invalidateOwnStatus, sendRequest } from "./queries.ts";
import { answerError } from "./rules.ts";

/** Keyed by question position: a form field name cannot be an arbitrary question id. */
export type Fields = Record<string, string>;
export const fieldOf = (place: number): string => `q${place}`;

export interface Application {
  form: UseFormReturn<Fields>;
  busy: boolean;
  submit: (event: SubmitEvent) => unknown;
}

export interface ApplicationProps {
  affiliation: Affiliation;
  questionnaire: Questionnaire;
  /** Message for a viewer whose session has ended. */
  signedOut: string;
  onSent: () => void;
}

/** An application being written: stored while typing, validated and sent once. */
export function useApplication(props: ApplicationProps): Application {
  const { affiliation, questionnaire, signedOut, onSent } = props;
  const { questions } = questionnaire;
  const cache = useQueryClient();
  const place = draftAnswersKey(useMe()?.id ?? "", affiliation.id);
  const keyOf = useKeys();
  const form = useForm<Fields>({
    resolver: toFieldRules(questions),
    defaultValues: fieldsOf(questions, loadDraftAnswers(place)),
  });
  const { subscribe } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => storeDraftAnswers(place, answersIn(questions, values)),
      }),
    [subscribe, place, questions],
  );
  const send = useSingleFlightMutation({
    mutationFn: (answers: Answers) => sendRequest(affiliation.id, answers, keyOf(answers)),
    onSuccess: async () => {
      deleteDraftAnswers(place);
      markPending(cache, affiliation.id);
      toast.success(t`Application submitted successfully! You'll be notified when it's reviewed`);
      onSent();
      await invalidateOwnStatus(cache);
    },
    onError: async (error) => {
      if (error instanceof ProblemError && error.status === 401) return endSession(signedOut);
      if (setFieldErrors(form, questions, error)) return;
      const words = errorMessage(error, t`Failed to submit application`);
      if (isTemporaryError(error)) {
        form.setError("root", { type: "refused", message: words });
        return;
      }
      // The questions or the viewer's status have changed: the page will re-render, so the message
      // is a toast.
      toast.error(words);
      const { id } = affiliation;
      await cache.invalidateQueries({ queryKey: keys.questionnaire(id), exact: true });
      await invalidateOwnStatus(cache);
    },
  });
  return {
    form,
    busy: send.isPending,
    submit: form.handleSubmit((fields) => send.mutate(answersIn(questions, fields))),
  };
}

type Questions = Questionnaire["questions"];

function fieldsOf(questions: Questions, answers: Answers): Fields {
  return Object.fromEntries(questions.map(({ id }, at) => [fieldOf(at), answers[id] ?? ""]));
}

/** Omits choices that were not made. */
function answersIn(questions: Questions, fields: Partial<Fields>): Answers {
  return Object.fromEntries(questions.map(({ id }, at) => [id, fields[fieldOf(at)] ?? ""]));
}

function toFieldRules(questions: Questions): Resolver<Fields> {
  return (fields) => {
    const faults = questions.flatMap((question, at) => {
      const message = answerError(question, fields[fieldOf(at)] ?? "");
      return message === null ? [] : [[fieldOf(at), { type: "answer", message }] as const];
    });
    return faults.length === 0
      ? { values: fields, errors: {} }
      : { values: {}, errors: Object.fromEntries(faults) };
  };
}

/** Shows each error at its field. Returns true if every error has a field. */
function setFieldErrors(
  form: UseFormReturn<Fields>,
  questions: Questions,
  error: unknown,
): boolean {
  const refused = error instanceof ProblemError ? error.errors : [];
  const known = refused.flatMap(({ field, code, message }) => {
    const at = questions.findIndex(({ id }) => field === `answers.${id}`);
    return at === -1 ? [] : [{ name: fieldOf(at), type: code, message }];
  });
  known.forEach(({ name, ...fault }, at) => form.setError(name, fault, { shouldFocus: at === 0 }));
  return known.length > 0 && known.length === refused.length;
}

/** Network, server and rate limit errors: the page's data may still be correct. */
function isTemporaryError(error: unknown): boolean {
  if (!(error instanceof ProblemError)) return true;
  return error.status === 0 || error.status === 429 || error.status >= 500;
}
