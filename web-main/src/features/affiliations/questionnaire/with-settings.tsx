import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { errorMessage } from "@guildhall/web-kit/api/problem.ts";
import type { Affiliation, QuestionnaireSettings } from "@guildhall/web-kit/api/types.ts";
import { ErrorState } from "@guildhall/web-kit/ui/error-state.tsx";
import { QueryContent } from "@guildhall/web-kit/features/communities/query-content.tsx";
import { FormSkeleton } from "@guildhall/web-kit/features/affiliations/application/form-skeleton.tsx";
import { questionnaireSettingsQuery } from "./queries.ts";

/** Renders its children with the questionnaire's settings once they are loaded. */
export function WithSettings(props: {
  affiliation: Affiliation;
  children: (settings: QuestionnaireSettings) => ReactNode;
}) {
  return (
    <QueryContent
      query={useQuery(questionnaireSettingsQuery(props.affiliation.id))}
      skeleton={<FormSkeleton />}
      renderFailure={(error, retry) => <LoadFailure {...{ error, retry }} />}
    >
      {props.children}
    </QueryContent>
  );
}

export function LoadFailure({ error, retry }: { error: Error; retry: () => void }) {
  return (
    <ErrorState
      className="py-16"
      title={errorMessage(error, t`Failed to load affiliation data`)}
      onRetry={retry}
    />
  );
}
