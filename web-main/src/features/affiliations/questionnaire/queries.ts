import { queryOptions } from "@tanstack/react-query";
import { call } from "@guildhall/web-kit/api/client.ts";
import { keys } from "@guildhall/web-kit/api/keys.ts";
import type { QuestionnaireSettings } from "@guildhall/web-kit/api/types.ts";

const questionnairePath = (affiliationId: string) =>
  `/api/affiliations/${affiliationId}/questionnaire`;

/** The questionnaire as its admins edit it. */
export const questionnaireSettingsQuery = (affiliationId: string) =>
  queryOptions({
    queryKey: keys.questionnaireSettings(affiliationId),
    queryFn: ({ signal }) =>
      call<QuestionnaireSettings>("GET", `${questionnairePath(affiliationId)}/settings`, {
        signal,
      }),
    // A refetch must not change the text while it is being edited.
    refetchOnWindowFocus: false,
  });

/** `null` removes the custom questionnaire and restores the default questions. */
export const setQuestionnaire = (affiliationId: string, questionnaire: string | null) =>
  call<QuestionnaireSettings>("PUT", questionnairePath(affiliationId), { body: { questionnaire } });
