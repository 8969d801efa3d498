import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { wordsOf } from "../../../api/problem.ts";
import type { Affiliation } from "../../../api/types.ts";
import { BackLink } from "../../../shell/back-link.tsx";
import { ReadingPage } from "../../../shell/reading-page.tsx";
import { Title } from "../../../shell/title.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { affiliationPath } from "../affiliation-badge.tsx";
import { FormWaiting } from "../application/form-waiting.tsx";
import { affiliationQuery } from "../queries.ts";
import { UnknownAffiliation } from "../unknown-affiliation.tsx";
import { Previews } from "./previews.tsx";
import { questionnaireSettingsQuery } from "./queries.ts";
import { QuestionnaireForm } from "./questionnaire-form.tsx";

/** What an affiliation asks of those who want to belong, for its admins and staff (F-045, F-046). */
export function QuestionnaireScreen() {
  const { idOrPath = "" } = useParams();
  const { data: affiliation } = useSuspenseQuery(affiliationQuery(idOrPath));
  // For others there is nothing here, as for the server.
  if (affiliation === null || !affiliation.viewer.isAdmin) return <UnknownAffiliation back="/" />;
  const home = affiliationPath(affiliation);
  return (
    <ReadingPage title="Questionnaire" width="narrow" back={home}>
      <Title>{`Questionnaire of ${affiliation.name}`}</Title>
      <BackLink to={home} className="mb-3">
        {affiliation.name}
      </BackLink>
      <h1 className="display text-24 max-md:sr-only md:text-30">Questionnaire</h1>
      <p className="mt-1 max-w-[66ch] text-15 text-ink-2">
        What {affiliation.name} asks of those who want to join.
      </p>
      <Settings affiliation={affiliation} />
    </ReadingPage>
  );
}

function Settings({ affiliation }: { affiliation: Affiliation }) {
  const settings = useQuery(questionnaireSettingsQuery(affiliation.id));
  if (settings.data !== undefined) {
    return (
      <>
        <Previews {...{ affiliation }} questionnaire={settings.data.questionnaire} />
        <QuestionnaireForm {...{ affiliation }} settings={settings.data} />
      </>
    );
  }
  if (settings.error === null) {
    return (
      <div className="mt-6">
        <FormWaiting />
      </div>
    );
  }
  return (
    <ErrorState
      className="py-16"
      title={wordsOf(settings.error, "Failed to load affiliation data")}
      onRetry={() => void settings.refetch()}
    />
  );
}
