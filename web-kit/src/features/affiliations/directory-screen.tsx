import { useInfiniteQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { Affiliation } from "../../api/types.ts";
import { ReadingPage } from "../../shell/reading-page.tsx";
import { Title } from "../../shell/title.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Hallmark, VerifiedTick } from "../../ui/mark.tsx";
import { Paged } from "../../ui/paged.tsx";
import { roundCount } from "../../ui/short-count.ts";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { useMe } from "../accounts/queries.ts";
import { AffiliationBadge, affiliationPath } from "./affiliation-badge.tsx";
import { ApplyDialog } from "./application/apply-dialog.tsx";
import { brandOf } from "./brand.ts";
import { affiliationsQuery } from "./queries.ts";
import { Website } from "./website.tsx";

export function DirectoryScreen() {
  const me = useMe();
  return (
    <ReadingPage title="Affiliations" {...(me === null && { back: "/" })}>
      <Title>Affiliations</Title>
      <h1 className={clsx("display text-24 md:text-30", me !== null && "max-md:sr-only")}>
        Affiliations
      </h1>
      <p className="mt-1 text-15 text-ink-2">
        The places our members come from. Each one checks its own people.
      </p>
      <Directory signedIn={me !== null} />
      <section className="mt-10 border-t border-line pt-6">
        <h2 className="text-16 font-semibold">About Affiliations</h2>
        <ul className="mt-2 flex max-w-[66ch] list-disc flex-col gap-1.5 ps-5 text-14 text-ink-2">
          <li>An affiliation is a real body that its members belong to outside this network.</li>
          <li>Each affiliation decides who belongs, and vouches for those it lets in.</li>
          <li>Private affiliations are listed only for their own members.</li>
          <li>You choose which of your affiliations show on your profile.</li>
        </ul>
      </section>
    </ReadingPage>
  );
}

function Directory({ signedIn }: { signedIn: boolean }) {
  return (
    <Paged
      query={useInfiniteQuery(affiliationsQuery)}
      waiting={<Waiting />}
      failure="Failed to load affiliations. Please try again later."
      empty={<Nothing signedIn={signedIn} />}
    >
      {(affiliations) => (
        <ul className="mt-6 divide-y divide-line-soft border-t border-line">
          {affiliations.map((affiliation) => (
            <Row key={affiliation.id} affiliation={affiliation} signedIn={signedIn} />
          ))}
        </ul>
      )}
    </Paged>
  );
}

function Row({ affiliation, signedIn }: { affiliation: Affiliation; signedIn: boolean }) {
  const { name, description, memberCount, website, viewer } = affiliation;
  const [asks, setAsks] = useState(false);
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-3 py-5">
      <Hallmark name={name} {...brandOf(affiliation)} size={52} tinted />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span>
            <Link
              to={affiliationPath(affiliation)}
              className="text-15 font-semibold hover:underline"
            >
              {name}
            </Link>
            {/* A space that does not break: the tick never starts a line of its own. */}
            {affiliation.verified && "\u00a0"}
            {affiliation.verified && <VerifiedTick />}
          </span>
          <AffiliationBadge isPrivate={affiliation.isPrivate} />
        </p>
        <p className="mt-1 line-clamp-2 text-14 text-ink-2 md:line-clamp-1">
          {description || "No description available."}
        </p>
        <p className="mt-1 text-12 text-ink-3">
          {roundCount(memberCount)} {memberCount === 1 ? "member" : "members"}
          {website !== null && <Website href={website} />}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2 max-md:w-full max-md:*:flex-1">
        {viewer.isMember && (
          <span className="me-2 inline-flex items-center gap-1.5 text-13 font-strong text-success-text">
            <CircleCheck size={15} aria-hidden /> Member
          </span>
        )}
        {!viewer.isMember && viewer.requestPending && <Button disabled>Request Pending</Button>}
        {viewer.mayApply && (
          <Button
            variant="tint"
            aria-label={`Request to Join ${name}`}
            onClick={() => setAsks(true)}
          >
            Request to Join
          </Button>
        )}
        {!signedIn && (
          <ButtonLink to="/login" variant="tint">
            Sign in to Join
          </ButtonLink>
        )}
        <ButtonLink to={affiliationPath(affiliation)}>View Affiliation Page</ButtonLink>
      </div>
      {asks && <ApplyDialog affiliation={affiliation} onClose={() => setAsks(false)} />}
    </li>
  );
}

function Nothing({ signedIn }: { signedIn: boolean }) {
  return (
    <EmptyState
      className="py-12"
      picture="square"
      title="No affiliations"
      text={
        signedIn
          ? "You don't have access to any affiliations yet."
          : "Sign in to view private affiliations."
      }
      {...(!signedIn && { action: <ButtonLink to="/login">Log In</ButtonLink> })}
    />
  );
}

function Waiting() {
  return (
    <LoadingRegion className="mt-6 flex flex-col divide-y divide-line-soft border-t border-line">
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
