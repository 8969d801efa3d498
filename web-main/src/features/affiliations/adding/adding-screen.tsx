import { t } from "@lingui/core/macro";
import { BackLink } from "@guildhall/web-kit/shell/back-link.tsx";
import { ReadingPage } from "@guildhall/web-kit/shell/reading-page.tsx";
import { Title } from "@guildhall/web-kit/shell/title.tsx";
import { AddingForm } from "./adding-form.tsx";
import { OwnAdditions } from "./own-additions.tsx";

const NAME = t`Ask us to add an affiliation`;

/**
 * Requests an affiliation that is missing from the directory, and shows the state of earlier
 * requests (F-060).
 */
export function AddingScreen() {
  return (
    <ReadingPage title={NAME} width="narrow" back="/affiliations">
      <Title>{NAME}</Title>
      <BackLink to="/affiliations" className="mb-3">{t`Affiliations`}</BackLink>
      <h1 className="display text-24 max-md:sr-only md:text-30">{NAME}</h1>
      <p className="mt-2 max-w-[66ch] text-15 text-ink-2 max-md:mt-0">{t`Our staff check that it is a real organisation with its own members. Once it is listed, you are a member and manage it.`}</p>
      <AddingForm />
      <OwnAdditions />
    </ReadingPage>
  );
}
