import { useQuery } from "@tanstack/react-query";
import { Lock, MailPlus } from "lucide-react";
import { ReadingPage } from "../../shell/reading-page.tsx";
import { useBoot } from "../../shell/app.ts";
import { BrandMark } from "../../shell/brand-lockup.tsx";
import { Title } from "../../shell/title.tsx";
import { BrandBanner } from "../../stage/brand-picture.tsx";
import { Note } from "../../ui/note.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { affiliationQuery } from "./queries.ts";
import { QuickFacts } from "./quick-facts.tsx";

/** What somebody sees of a portal whose affiliation they do not belong to: who lives here, and how to get in. */
export function FrontDoor() {
  const { portal, brand } = useBoot();
  const { data: affiliation, isPending } = useQuery({
    ...affiliationQuery(portal?.affiliationId ?? ""),
    enabled: portal !== null,
  });
  if (portal === null) return null;
  const invited = affiliation?.isPrivate ?? true;
  return (
    <ReadingPage title={brand.name} width="narrow" banner={<BrandBanner brand={brand} />}>
      <Title>Welcome</Title>
      <div className="relative -mt-16 w-fit bg-surface p-1 hallmark-clip">
        <BrandMark size={84} />
      </div>
      <h1 className="display mt-4 text-24 md:text-30">{portal.affiliationName}</h1>
      {affiliation?.tagline && <p className="mt-1 text-16 text-ink-2">{affiliation.tagline}</p>}
      <Note
        tone="brand"
        className="mt-6"
        icon={invited ? <Lock size={16} aria-hidden /> : <MailPlus size={16} aria-hidden />}
      >
        <strong className="block font-semibold">
          {invited ? "Invite Only" : `You are not a member of ${brand.name} yet`}
        </strong>
        {invited
          ? "This portal is for members, and new members are invited by those who belong."
          : `Ask somebody you know in ${brand.name}, or its administrators, to invite you with this account’s email address.`}
      </Note>
      <h2 className="mt-8 text-16 font-semibold">About This Affiliation</h2>
      {isPending ? (
        <LoadingRegion>
          <Skeleton className="mt-3 h-20" />
        </LoadingRegion>
      ) : (
        <p className="mt-2 max-w-[66ch] text-15 whitespace-pre-line text-ink-2">
          {affiliation?.description || "No description available."}
        </p>
      )}
      {affiliation && <QuickFacts affiliation={affiliation} className="mt-8" />}
    </ReadingPage>
  );
}
