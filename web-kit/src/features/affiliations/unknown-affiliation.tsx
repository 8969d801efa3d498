import { t } from "@lingui/core/macro";
import { useParams } from "react-router";
import { BackLink } from "../../shell/back-link.tsx";
import { ReadingPage } from "../../shell/reading-page.tsx";
import { useBoot } from "../../shell/app.ts";
import { Title } from "../../shell/title.tsx";
import { buttonClass, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { useMe } from "../accounts/queries.ts";

/** The affiliation does not exist or is hidden from the viewer: both must look the same. */
export function UnknownAffiliation({ back }: { back: string }) {
  return (
    <ReadingPage title={t`Affiliation`} back={back}>
      <Title>{t`Affiliation`}</Title>
      <BackLink to={back}>{t`Back`}</BackLink>
      <EmptyState
        className="py-16"
        heading="h1"
        picture="square"
        title={t`Affiliation not found`}
        text={t`Affiliation not found or you don't have permission to view it.`}
        action={<NextStep />}
      />
    </ReadingPage>
  );
}

/** A portal knows its own affiliation only, and visitors see fewer affiliations than members. */
function NextStep() {
  const me = useMe();
  const { portal, mainOrigin } = useBoot();
  const { idOrPath = "" } = useParams();
  if (portal !== null) {
    return (
      <a
        href={`${mainOrigin}/affiliation/${encodeURIComponent(idOrPath)}`}
        className={buttonClass({})}
      >{t`Open on Guildhall`}</a>
    );
  }
  if (me === null) return <ButtonLink to="/login">{t`Sign in`}</ButtonLink>;
  return <ButtonLink to="/affiliations">{t`All affiliations`}</ButtonLink>;
}
