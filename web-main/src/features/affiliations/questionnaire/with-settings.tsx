import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { wordsOf } from "@guildhall/web-kit/api/problem.ts";
import type { Affiliation, QuestionnaireSettings } from "@guildhall/web-kit/api/types.ts";
import { ErrorState } from "@guildhall/web-kit/ui/error-state.tsx";
import { Loaded } from "@guildhall/web-kit/features/communities/loaded.tsx";
import { FormWaiting } from "@guildhall/web-kit/features/affiliations/application/form-waiting.tsx";
import { questionnaireSettingsQuery } from "./queries.ts";

/** Renders its children with the questionnaire's settings once they are loaded. */
export function WithSettings(props: {
  affiliation: Affiliation;
  children: (settings: QuestionnaireSettings) => ReactNode;
}) {
  return (
    <Loaded
      query={useQuery(questionnaireSettingsQuery(props.affiliation.id))}
      skeleton={<FormWaiting />}
      renderFailure={(error, retry) => <LoadFailure {...{ error, retry }} />}
    >
      {props.children}
    </Loaded>
  );
}

export function LoadFailure({ error, retry }: { error: Error; retry: () => void }) {
  return (
    <ErrorState
      className="py-16"
      title={wordsOf(error, "Failed to load affiliation data")}
      onRetry={retry}
    />
  );
}
