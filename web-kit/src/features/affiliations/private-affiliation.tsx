import { t } from "@lingui/core/macro";
import { useLocation } from "react-router";
import { BackLink } from "../../shell/back-link.tsx";
import { ReadingPage } from "../../shell/reading-page.tsx";
import { Title } from "../../shell/title.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { rememberReturnPath } from "../accounts/return-path.ts";

/** A private affiliation as visitors see it (F-030). Signing in leads back here. */
export function PrivateAffiliation({ back }: { back: string }) {
  const { pathname } = useLocation();
  return (
    <ReadingPage title={t`Affiliation`} back={back}>
      <Title>{t`Private Affiliation`}</Title>
      <BackLink to={back}>{t`Back`}</BackLink>
      <EmptyState
        className="py-16"
        heading="h1"
        picture="square"
        title={t`Private Affiliation`}
        text={t`Only members can see this page. Sign in if you are a member or were invited.`}
        action={
          <ButtonLink
            to="/login"
            variant="primary"
            onClick={() => rememberReturnPath(pathname, null)}
          >{t`Sign in`}</ButtonLink>
        }
      />
    </ReadingPage>
  );
}
