import { useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { BackLink } from "@guildhall/web-kit/shell/back-link.tsx";
import { ReadingPage } from "@guildhall/web-kit/shell/reading-page.tsx";
import { Title } from "@guildhall/web-kit/shell/title.tsx";
import { affiliationPath } from "@guildhall/web-kit/features/affiliations/affiliation-badge.tsx";
import { affiliationQuery } from "@guildhall/web-kit/features/affiliations/queries.ts";
import { UnknownAffiliation } from "@guildhall/web-kit/features/affiliations/unknown-affiliation.tsx";
import { EditingForm } from "./editing-form.tsx";
import { LogoField } from "./logo-field.tsx";

/** Edits the texts of an affiliation's page, for its admins and staff (F-044, F-045). */
export function EditingScreen() {
  const { idOrPath = "" } = useParams();
  const { data: affiliation } = useSuspenseQuery(affiliationQuery(idOrPath));
  // Other viewers get "not found", as from the server.
  if (affiliation === null || !affiliation.viewer.isAdmin) return <UnknownAffiliation back="/" />;
  const home = affiliationPath(affiliation);
  return (
    <ReadingPage title="Edit page" width="narrow" back={home}>
      <Title>{`Edit ${affiliation.name}`}</Title>
      <BackLink to={home} className="mb-3">
        {affiliation.name}
      </BackLink>
      <h1 className="display mb-5 text-24 max-md:sr-only md:text-30">Edit page</h1>
      <LogoField affiliation={affiliation} />
      <EditingForm affiliation={affiliation} />
    </ReadingPage>
  );
}
