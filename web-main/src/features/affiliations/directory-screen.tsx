import { plural, t } from "@lingui/core/macro";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { Affiliation } from "@guildhall/web-kit/api/types.ts";
import { BackLink } from "@guildhall/web-kit/shell/back-link.tsx";
import { ReadingPage } from "@guildhall/web-kit/shell/reading-page.tsx";
import { Title } from "@guildhall/web-kit/shell/title.tsx";
import { useSearchParamFields } from "@guildhall/web-kit/shell/use-search-param.ts";
import { Button, ButtonLink } from "@guildhall/web-kit/ui/button.tsx";
import { Hallmark, VerifiedTick } from "@guildhall/web-kit/ui/mark.tsx";
import { Paged } from "@guildhall/web-kit/ui/paged.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { Segments } from "@guildhall/web-kit/ui/segments.tsx";
import { roundCount } from "@guildhall/web-kit/ui/short-count.ts";
import { LoadingRegion, Skeleton } from "@guildhall/web-kit/ui/skeleton.tsx";
import { useMe } from "@guildhall/web-kit/features/accounts/queries.ts";
import {
  AffiliationBadge,
  affiliationPath,
} from "@guildhall/web-kit/features/affiliations/affiliation-badge.tsx";
import { ApplyDialog } from "./application/apply-dialog.tsx";
import { affiliationBrand } from "@guildhall/web-kit/features/affiliations/brand.ts";
import { DirectoryEmpty } from "./directory-empty.tsx";
import { DirectoryFoot } from "./directory-foot.tsx";
import {
  affiliationCountsQuery,
  directoryQuery,
  SEARCH_RESULTS_MAX,
  type DirectoryParams,
} from "@guildhall/web-kit/features/affiliations/queries.ts";
import { Website } from "@guildhall/web-kit/features/affiliations/website.tsx";

/** The directory of affiliations; search text and filter are kept in the address. */
export function DirectoryScreen() {
  const signedIn = useMe() !== null;
  const [{ q, whose }, change] = useSearchParamFields({ q: "", whose: "" });
  const wanted: DirectoryParams = { q, whose: signedIn && whose === "mine" ? "mine" : "all" };
  return (
    <ReadingPage title={t`Affiliations`} back={signedIn ? "/network" : "/"}>
      <Title>{t`Affiliations`}</Title>
      {signedIn && <BackLink to="/network" className="mb-1 py-1">{t`Back to Network`}</BackLink>}
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div>
          <h1
            className={clsx("display text-24 md:text-30", signedIn && "max-md:sr-only")}
          >{t`Affiliations`}</h1>
          <p className="mt-1 text-15 text-ink-2">{t`The organisations our members belong to. Each one verifies its own members.`}</p>
        </div>
        <div className="w-64 max-md:w-full">
          <SearchField
            label={t`Find an affiliation`}
            placeholder={t`Find an affiliation`}
            value={q}
            onSearch={(next) => change({ q: next })}
            className="h-9"
          />
        </div>
      </div>
      <Directory wanted={wanted} signedIn={signedIn} onChange={change} />
      <DirectoryFoot />
    </ReadingPage>
  );
}

interface DirectoryProps {
  wanted: DirectoryParams;
  signedIn: boolean;
  onChange: (changes: { q?: string; whose?: "mine" | "" }) => void;
}

function Directory({ wanted, signedIn, onChange }: DirectoryProps) {
  const query = useInfiniteQuery({
    ...directoryQuery(wanted),
    // Keeps the previous list while the next one loads.
    placeholderData: keepPreviousData,
  });
  const shown = query.data?.pages.reduce((sum, { items }) => sum + items.length, 0) ?? 0;
  const isThere = shown > 0 && !query.isPlaceholderData;
  return (
    <>
      <div className="mt-6 flex min-h-8 items-center gap-4 border-b border-line pb-2.5">
        {signedIn && <OwnerFilter wanted={wanted} onChange={(whose) => onChange({ whose })} />}
        <p role="status" className="ms-auto text-12 text-ink-3">
          {isThere && orderOf(wanted, shown)}
        </p>
      </div>
      <Paged
        query={query}
        waiting={<DirectorySkeleton />}
        failure={t`Failed to load affiliations. Please try again later.`}
        empty={
          <DirectoryEmpty
            wanted={wanted}
            signedIn={signedIn}
            onAll={() => onChange({ q: "", whose: "" })}
          />
        }
      >
        {(affiliations) => (
          <ul aria-label={t`Affiliations`} className="divide-y divide-line-soft">
            {affiliations.map((affiliation) => (
              <Row key={affiliation.id} affiliation={affiliation} signedIn={signedIn} />
            ))}
          </ul>
        )}
      </Paged>
    </>
  );
}

interface OwnerFilterProps {
  wanted: DirectoryParams;
  onChange: (whose: "mine" | "") => void;
}

/**
 * The choice between all and own affiliations, with their counts. The list itself shows a search's
 * count.
 */
function OwnerFilter({ wanted: { q, whose }, onChange }: OwnerFilterProps) {
  const { data } = useQuery(affiliationCountsQuery);
  const counts = q === "" ? data : undefined;
  return (
    <Segments
      label={t`Filter affiliations`}
      segments={[
        { value: "all", label: t`All`, count: counts?.all },
        { value: "mine", label: t`Yours`, count: counts?.mine },
      ]}
      value={whose}
      onChange={(next) => onChange(next === "mine" ? next : "")}
    />
  );
}

function orderOf({ q }: DirectoryParams, shown: number): string {
  if (q === "") return t`Sorted by name`;
  if (shown === SEARCH_RESULTS_MAX)
    return t`The closest ${SEARCH_RESULTS_MAX} matches. Type more to narrow the search.`;
  return t`${shown} found`;
}

function Row({ affiliation, signedIn }: { affiliation: Affiliation; signedIn: boolean }) {
  const { name, description, memberCount, website, viewer } = affiliation;
  const [asks, setAsks] = useState(false);
  const members = roundCount(memberCount);
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-3 py-5">
      <Hallmark name={name} {...affiliationBrand(affiliation)} size={52} tinted />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span>
            <Link
              to={affiliationPath(affiliation)}
              className="text-15 font-semibold hover:underline"
            >
              {name}
            </Link>
            {/* A non-breaking space keeps the tick from starting its own line. */}
            {affiliation.verified && "\u00a0"}
            {affiliation.verified && <VerifiedTick />}
          </span>
          <AffiliationBadge isPrivate={affiliation.isPrivate} />
        </p>
        <p className="mt-1 line-clamp-2 text-14 text-ink-2 md:line-clamp-1">
          {description || t`No description available.`}
        </p>
        <p className="mt-1 text-12 text-ink-3">
          {plural(memberCount, { one: `${members} member`, other: `${members} members` })}
          {website !== null && <Website href={website} />}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2 max-md:w-full max-md:*:flex-1">
        {viewer.isMember && (
          <span className="me-2 inline-flex items-center gap-1.5 text-13 font-strong text-success-text">
            <CircleCheck size={15} aria-hidden /> {t`Member`}
          </span>
        )}
        {!viewer.isMember && viewer.requestPending && (
          <Button disabled>{t`Request Pending`}</Button>
        )}
        {viewer.mayApply && (
          <Button
            variant="tint"
            aria-label={t`Request to Join ${name}`}
            onClick={() => setAsks(true)}
          >{t`Request to Join`}</Button>
        )}
        {!signedIn && <ButtonLink to="/login" variant="tint">{t`Sign in to Join`}</ButtonLink>}
        <ButtonLink to={affiliationPath(affiliation)}>{t`View Affiliation Page`}</ButtonLink>
      </div>
      {asks && <ApplyDialog affiliation={affiliation} onClose={() => setAsks(false)} />}
    </li>
  );
}

function DirectorySkeleton() {
  return (
    <LoadingRegion className="flex flex-col divide-y divide-line-soft">
      {["a", "b", "c", "d"].map((row) => (
        <div key={row} className="flex items-center gap-5 py-5">
          <Skeleton className="size-[52px] hallmark-clip" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-56" />
            <Skeleton className="h-3.5 w-full max-w-md" />
          </div>
        </div>
      ))}
    </LoadingRegion>
  );
}
