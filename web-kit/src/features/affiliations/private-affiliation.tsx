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
    <ReadingPage title="Affiliation" back={back}>
      <Title>Private Affiliation</Title>
      <BackLink to={back}>Back</BackLink>
      <EmptyState
        className="py-16"
        heading="h1"
        picture="square"
        title="Private Affiliation"
        text="Only members can see this page. Sign in if you are a member or were invited."
        action={
          <ButtonLink
            to="/login"
            variant="primary"
            onClick={() => rememberReturnPath(pathname, null)}
          >
            Sign in
          </ButtonLink>
        }
      />
    </ReadingPage>
  );
}
