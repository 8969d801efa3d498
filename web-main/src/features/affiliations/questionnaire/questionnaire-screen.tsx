import { useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { BackLink } from "@guildhall/web-kit/shell/back-link.tsx";
import { ReadingPage } from "@guildhall/web-kit/shell/reading-page.tsx";
import { Title } from "@guildhall/web-kit/shell/title.tsx";
import { affiliationPath } from "@guildhall/web-kit/features/affiliations/affiliation-badge.tsx";
import { affiliationQuery } from "@guildhall/web-kit/features/affiliations/queries.ts";
import { UnknownAffiliation } from "@guildhall/web-kit/features/affiliations/unknown-affiliation.tsx";
import { Previews } from "./previews.tsx";
import { QuestionnaireForm } from "./questionnaire-form.tsx";
import { WithSettings } from "./with-settings.tsx";

/** The questionnaire for applicants, for the affiliation's admins and staff (F-045, F-046). */
export function QuestionnaireScreen() {
  const { idOrPath = "" } = useParams();
  const { data: affiliation } = useSuspenseQuery(affiliationQuery(idOrPath));
  // Other viewers get "not found", as from the server.
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
        The questions that {affiliation.name} asks applicants.
      </p>
      <div className="mt-5">
        <WithSettings affiliation={affiliation}>
          {(settings) => (
            <>
              <div className="flex flex-wrap gap-2">
                <Previews affiliation={affiliation} />
              </div>
              <QuestionnaireForm {...{ affiliation, settings }} />
            </>
          )}
        </WithSettings>
      </div>
    </ReadingPage>
  );
}
