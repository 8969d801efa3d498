import { t } from "@lingui/core/macro";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { BackLink } from "../../../shell/back-link.tsx";
import { ReadingPage } from "../../../shell/reading-page.tsx";
import { Title } from "../../../shell/title.tsx";
import { affiliationPath } from "../affiliation-badge.tsx";
import { mayDo } from "../permissions.ts";
import { affiliationQuery } from "../queries.ts";
import { UnknownAffiliation } from "../unknown-affiliation.tsx";
import { RequestsPanel } from "./requests-panel.tsx";

/** The applications to an affiliation on its portal, for those who answer them (F-058). */
export function RequestsScreen() {
  const { idOrPath = "" } = useParams();
  const { data: affiliation } = useSuspenseQuery(affiliationQuery(idOrPath));
  // Other viewers get "not found", as from the server.
  if (
    affiliation === null ||
    !(affiliation.viewer.isAdmin || mayDo(affiliation, "review-requests"))
  ) {
    return <UnknownAffiliation back="/" />;
  }
  const home = affiliationPath(affiliation);
  return (
    <ReadingPage title={t`Requests`} width="narrow" back={home}>
      <Title>{t`Requests to join ${{ name: affiliation.name }}`}</Title>
      <BackLink to={home} className="mb-3">
        {affiliation.name}
      </BackLink>
      <h1 className="display text-24 max-md:sr-only md:text-30">{t`Requests to join`}</h1>
      <RequestsPanel affiliation={affiliation} />
    </ReadingPage>
  );
}
