import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import type { QuestionnaireSettings } from "../../../api/types.ts";

const at = (affiliationId: string) => `/api/affiliations/${affiliationId}/questionnaire`;

/** What the affiliation asks, as its admins keep it. */
export const questionnaireSettingsQuery = (affiliationId: string) =>
  queryOptions({
    queryKey: keys.questionnaireSettings(affiliationId),
    queryFn: ({ signal }) =>
      call<QuestionnaireSettings>("GET", `${at(affiliationId)}/settings`, { signal }),
    // Whoever writes it must not have it change below their hands.
    refetchOnWindowFocus: false,
  });

/** `null` takes away what was written: the default questions are asked. */
export const setQuestionnaire = (affiliationId: string, questionnaire: string | null) =>
  call<QuestionnaireSettings>("PUT", at(affiliationId), { body: { questionnaire } });
