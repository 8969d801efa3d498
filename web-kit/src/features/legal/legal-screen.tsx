import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { ProblemError } from "../../api/client.ts";
import type { LegalKey } from "../../api/types.ts";
import { BackLink } from "../../shell/back-link.tsx";
import { ReadingPage } from "../../shell/reading-page.tsx";
import { Title } from "../../shell/title.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { LegalAddition, legalDate, LegalText } from "./legal-text.tsx";
import { legalNames, legalQuery } from "./queries.ts";

export function TermsScreen() {
  return <LegalScreen documentKey="terms-of-service" />;
}

export function PrivacyScreen() {
  return <LegalScreen documentKey="privacy-policy" />;
}

export function GuidelinesScreen() {
  return <LegalScreen documentKey="community-guidelines" />;
}

function LegalScreen({ documentKey }: { documentKey: LegalKey }) {
  const names = legalNames[documentKey];
  return (
    <ReadingPage width="narrow" title={names.title} back="/">
      <Title>{names.title}</Title>
      <BackLink
        to="/"
        className="py-1 max-md:[[data-visitor]_&]:inline-flex"
      >{t`Back to home`}</BackLink>
      <Content documentKey={documentKey} />
    </ReadingPage>
  );
}

function Content({ documentKey }: { documentKey: LegalKey }) {
  const names = legalNames[documentKey];
  const { data, error, refetch } = useQuery(legalQuery(documentKey));
  if (error !== null && !(error instanceof ProblemError && error.status === 404)) {
    return (
      <ErrorState
        className="py-16"
        title={t`Error Loading Content`}
        text={
          documentKey === "privacy-policy" ? t`Failed to load privacy policy content` : names.unable
        }
        onRetry={() => void refetch()}
      />
    );
  }
  if (error !== null || data?.html.trim() === "") {
    return <EmptyState className="py-16" heading="h1" title={names.missingTitle} picture="stair" />;
  }
  if (data === undefined) return <LegalSkeleton />;
  return (
    <article>
      <h1 className="display mt-4 text-24 md:text-30">{data.title}</h1>
      <p className="mt-1.5 text-13 text-ink-3">
        {legalDate(data)}
        {!data.isPlaceholder && (
          <span className="meta-dot">{t`Version ${{ version: data.version }}`}</span>
        )}
      </p>
      <LegalText document={data} className="reading mt-8" />
      <LegalAddition document={data} className="reading" />
    </article>
  );
}

function LegalSkeleton() {
  return (
    <LoadingRegion className="mt-5 flex flex-col gap-4">
      <Skeleton className="h-8 w-64" />
      <Skeleton className="h-4 w-40" />
      {["a", "b", "c", "d", "e"].map((line) => (
        <Skeleton key={line} className="h-16 w-full" />
      ))}
    </LoadingRegion>
  );
}
