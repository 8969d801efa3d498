import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { ArrowUpRight, ChevronLeft, CircleCheck, Lock, Share2 } from "lucide-react";
import { Link, useParams } from "react-router";
import type { Affiliation } from "../../api/types.ts";
import { ReadingPage } from "../../shell/reading-page.tsx";
import { useBoot } from "../../shell/app.ts";
import { Title } from "../../shell/title.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Banner } from "../../ui/engraving.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Hallmark, VerifiedTick } from "../../ui/mark.tsx";
import { Note } from "../../ui/note.tsx";
import { roundCount } from "../../ui/short-count.ts";
import { formatDate } from "../../ui/time.ts";
import { toast } from "../../ui/toast-store.ts";
import { useMe } from "../accounts/queries.ts";
import { switchTo } from "../transfer/switching.ts";
import { AffiliationBadge } from "./affiliation-badge.tsx";
import { affiliationMembersQuery, affiliationQuery } from "./queries.ts";
import { QuickFacts } from "./quick-facts.tsx";
import { Website } from "./website.tsx";

export function AffiliationScreen() {
  const { idOrPath = "" } = useParams();
  const { data: affiliation } = useSuspenseQuery(affiliationQuery(idOrPath));
  const { mode } = useBoot();
  const back = mode === "main" ? "/affiliations" : "/";
  if (affiliation === null) return <Unknown back={back} />;
  return (
    <ReadingPage
      title="Affiliation"
      back={back}
      actions={
        <IconButton
          label="Share"
          size="touch"
          icon={<Share2 size={20} />}
          onClick={() => void share(affiliation.name)}
        />
      }
      banner={<Banner picture="square" />}
    >
      <Title>{affiliation.name}</Title>
      <Head affiliation={affiliation} />
      <div className="mt-8 grid gap-10 lg:grid-cols-[1fr_320px]">
        <div>
          <section>
            <h2 className="text-16 font-semibold">About This Affiliation</h2>
            <p className="mt-2 max-w-[66ch] text-15 whitespace-pre-line text-ink-2">
              {affiliation.description || "No description available."}
            </p>
          </section>
          <Members affiliation={affiliation} />
        </div>
        <aside>
          <QuickFacts affiliation={affiliation} />
        </aside>
      </div>
    </ReadingPage>
  );
}

function Head({ affiliation }: { affiliation: Affiliation }) {
  return (
    <>
      <div className="relative -mt-12 flex flex-wrap items-end justify-between gap-4 md:-mt-16">
        <span className="bg-surface p-1 hallmark-clip">
          <Hallmark name={affiliation.name} logo={affiliation.logo} size={96} tinted />
        </span>
        <div className="flex flex-wrap items-center gap-2 pb-1">
          <Standing affiliation={affiliation} />
          <Button
            className="max-md:hidden"
            icon={<Share2 size={15} aria-hidden />}
            onClick={() => void share(affiliation.name)}
          >
            Share
          </Button>
        </div>
      </div>
      <h1 className="display mt-4 text-24 md:text-30">
        {affiliation.name} {affiliation.verified && <VerifiedTick size={20} />}
      </h1>
      {affiliation.tagline && <p className="mt-1 text-16 text-ink-2">{affiliation.tagline}</p>}
      <p className="mt-2.5 flex flex-wrap items-center text-13 text-ink-3">
        <AffiliationBadge isPrivate={affiliation.isPrivate} />
        <span className="meta-dot">
          <strong className="font-medium text-ink">{roundCount(affiliation.memberCount)}</strong>{" "}
          members
        </span>
        <span className="meta-dot">Created {formatDate(affiliation.createdAt)}</span>
        {affiliation.website !== null && <Website href={affiliation.website} />}
      </p>
    </>
  );
}

/** Where the viewer stands with this affiliation, and the one thing they can do about it. */
function Standing({ affiliation }: { affiliation: Affiliation }) {
  const me = useMe();
  const { mode } = useBoot();
  const config = affiliation.subdomainConfig;
  if (me === null) {
    return affiliation.isPrivate ? null : (
      <ButtonLink to="/login" variant="primary">
        Sign up to Join
      </ButtonLink>
    );
  }
  if (affiliation.viewer.isMember) {
    return (
      <>
        {mode === "main" && config?.isActive && (
          <Button
            variant="primary"
            icon={<ArrowUpRight size={15} aria-hidden />}
            onClick={() =>
              void switchTo({
                name: config.brandName,
                initial: config.brandName.slice(0, 1),
                target: { subdomain: config.subdomain },
              })
            }
          >
            Open {config.brandName} Portal
          </Button>
        )}
        <span className="inline-flex items-center gap-1.5 px-1 text-13 font-strong text-success-text">
          <CircleCheck size={15} aria-hidden /> Member
        </span>
      </>
    );
  }
  if (affiliation.viewer.requestPending) return <Button disabled>Request Pending</Button>;
  if (!affiliation.isPrivate) return null;
  return (
    <Note icon={<Lock size={16} aria-hidden />} className="py-2">
      Invite Only
    </Note>
  );
}

function Members({ affiliation }: { affiliation: Affiliation }) {
  const me = useMe();
  const { data } = useQuery({ ...affiliationMembersQuery(affiliation.id), enabled: me !== null });
  if (data === undefined || data.items.length === 0) return null;
  return (
    <section className="mt-8">
      <h2 className="text-16 font-semibold">Members</h2>
      <ul className="mt-2 grid gap-x-8 sm:grid-cols-2">
        {data.items.map((person) => (
          <li key={person.userId} className="flex items-center gap-3 py-2.5">
            <Avatar name={person.displayName} src={person.profilePicture} size={36} />
            <span className="min-w-0">
              <span className="block truncate text-14 font-medium">{person.displayName}</span>
              {person.handle !== null && (
                <span className="block truncate text-13 text-ink-3">@{person.handle}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Unknown({ back }: { back: string }) {
  return (
    <ReadingPage title="Affiliation" back={back}>
      <Title>Affiliation</Title>
      <Link
        to={back}
        className="inline-flex items-center gap-1 text-13 text-ink-2 hover:text-ink max-md:hidden"
      >
        <ChevronLeft size={14} aria-hidden /> Back
      </Link>
      <EmptyState
        className="py-16"
        heading="h1"
        picture="square"
        title="Affiliation not found"
        text="Affiliation not found or you don't have permission to view it."
      />
    </ReadingPage>
  );
}

async function share(name: string) {
  const url = location.href;
  if ("share" in navigator && matchMedia("(pointer: coarse)").matches) {
    // Closing the sheet without sharing is no failure.
    await navigator.share({ title: name, url }).catch(() => undefined);
    return;
  }
  await navigator.clipboard.writeText(url);
  toast.success("Link copied to clipboard.");
}
