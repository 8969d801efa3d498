import { t } from "@lingui/core/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Clock, Lock, MailPlus } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { keys } from "../../api/keys.ts";
import type { Affiliation } from "../../api/types.ts";
import { ReadingPage } from "../../shell/reading-page.tsx";
import { useBoot } from "../../shell/app.ts";
import { BrandMark } from "../../shell/brand-lockup.tsx";
import { Title } from "../../shell/title.tsx";
import { BrandBanner } from "../../auth-layouts/brand-picture.tsx";
import { Note } from "../../ui/note.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { DeclinedNote, RequestStatus } from "./application/request-status.tsx";
import { membershipStatusQuery } from "./queries.ts";
import { QuickFacts } from "./quick-facts.tsx";

/** A portal as non-members of its affiliation see it: the affiliation, and how to join. */
export function FrontPage() {
  const { portal, brand } = useBoot();
  const { data: affiliation, isPending } = useQuery({
    ...membershipStatusQuery(portal?.affiliationId ?? ""),
    enabled: portal !== null,
  });
  useEntryAction(affiliation);
  if (portal === null) return null;
  return (
    <ReadingPage title={brand.name} width="narrow" banner={<BrandBanner brand={brand} />}>
      <Title>{t`Welcome`}</Title>
      <div className="relative -mt-16 w-fit bg-surface p-1 hallmark-clip">
        <BrandMark size={84} />
      </div>
      <h1 className="display mt-4 text-24 md:text-30">
        {affiliation?.name ?? portal.affiliationName}
      </h1>
      {affiliation?.tagline && <p className="mt-1 text-16 text-ink-2">{affiliation.tagline}</p>}
      {!isPending && <EntryAction affiliation={affiliation ?? null} />}
      <h2 className="mt-8 text-16 font-semibold">{t`About This Affiliation`}</h2>
      {isPending ? (
        <LoadingRegion>
          <Skeleton className="mt-3 h-20" />
        </LoadingRegion>
      ) : (
        <p className="mt-2 max-w-[66ch] text-15 whitespace-pre-line text-ink-2">
          {affiliation?.description || t`No description available.`}
        </p>
      )}
      {affiliation && <QuickFacts affiliation={affiliation} className="mt-8" />}
    </ReadingPage>
  );
}

/** Opens the portal as soon as an application is approved while this page is open. */
function useEntryAction(affiliation: Affiliation | null | undefined) {
  const cache = useQueryClient();
  const isMember = affiliation?.viewer.isMember === true;
  useEffect(() => {
    if (isMember) void cache.invalidateQueries({ queryKey: keys.me });
  }, [cache, isMember]);
}

/** How the viewer can join, if they can. */
function EntryAction({ affiliation }: { affiliation: Affiliation | null }) {
  const { brand } = useBoot();
  const waits = affiliation?.viewer.requestPending === true;
  const mayApply = affiliation?.viewer.mayApply === true;
  if (affiliation === null || (!waits && !mayApply)) {
    return (
      <>
        <InfoBlock
          icon={<Lock size={16} aria-hidden />}
          heading={t`Invite Only`}
        >{t`This portal is for members. New members are invited by existing members.`}</InfoBlock>
        {affiliation !== null && <DeclinedNote affiliation={affiliation} className="mt-3" />}
      </>
    );
  }
  return (
    <>
      {waits ? (
        <InfoBlock
          icon={<Clock size={16} aria-hidden />}
          heading={t`Your application is under review`}
        >{t`You will be notified of the decision. Once you are accepted, this page opens the portal.`}</InfoBlock>
      ) : (
        <InfoBlock
          icon={<MailPlus size={16} aria-hidden />}
          heading={t`You are not a member of ${{ name: brand.name }} yet`}
        >{t`Introduce yourself to the admins. They decide about your application.`}</InfoBlock>
      )}
      <DeclinedNote affiliation={affiliation} className="mt-3" />
      <div className="mt-4 flex flex-wrap gap-2">
        <RequestStatus affiliation={affiliation} />
      </div>
    </>
  );
}

function InfoBlock(props: { icon: ReactNode; heading: string; children: string }) {
  return (
    <Note tone="brand" className="mt-6" icon={props.icon}>
      <strong className="block font-semibold">{props.heading}</strong>
      {props.children}
    </Note>
  );
}
