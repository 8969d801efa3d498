import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import type { Affiliation, Boot } from "../../api/types.ts";
import { BrandMark } from "../../shell/brand-lockup.tsx";
import { ReadingPage } from "../../shell/reading-page.tsx";
import { Title } from "../../shell/title.tsx";
import { useIsDesktop } from "../../shell/use-is-desktop.ts";
import { BrandBanner } from "../../auth-layouts/brand-picture.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { affiliationQuery } from "../affiliations/queries.ts";
import { EventsLink } from "../communities/events/events-link.tsx";
import { Feed } from "./feed.tsx";
import { HomeCommunities } from "./home-communities.tsx";
import { RefreshButton } from "./refresh-button.tsx";
import { UnreadCommunities } from "./unread-communities.tsx";
import { useFeed } from "./use-feed.ts";

type Portal = NonNullable<Boot["portal"]>;

/**
 * The start page of a portal for its members (P-05): the affiliation, the member's communities and
 * the feed.
 */
export function PortalHome({ portal, brand }: { portal: Portal; brand: Boot["brand"] }) {
  const feed = useFeed();
  const affiliation = useQuery(affiliationQuery(portal.affiliationId));
  const heading = useRef<HTMLHeadingElement>(null);
  const wide = useIsDesktop();
  const refresh = <RefreshButton feed={feed} />;
  return (
    <ReadingPage
      title={brand.name}
      width="narrow"
      banner={<BrandBanner brand={brand} />}
      actions={wide ? undefined : refresh}
    >
      <Title>{t`Home`}</Title>
      <div className="relative -mt-14 w-fit bg-surface p-1 hallmark-clip md:-mt-16">
        <BrandMark size={wide ? 84 : 64} />
      </div>
      <h1 className="display mt-4 text-24 md:text-30">
        {affiliation.data?.name ?? portal.affiliationName}
      </h1>
      <Tagline {...affiliation} />
      <div className="mt-2">
        <EventsLink />
      </div>
      <UnreadCommunities />
      <HomeCommunities />
      <div className="mt-9 flex min-h-8 items-center justify-between">
        <h2
          ref={heading}
          tabIndex={-1}
          className="text-16 font-semibold outline-none"
        >{t`Latest posts`}</h2>
        {wide && refresh}
      </div>
      <Feed {...{ feed, heading }} isPart />
    </ReadingPage>
  );
}

/** Reserves the line's height until it is known whether there is a tagline. */
function Tagline(props: { data: Affiliation | null | undefined; isPending: boolean }) {
  const { data, isPending } = props;
  if (isPending) return <Skeleton className="mt-2.5 mb-1.5 h-4 w-72 max-w-full" />;
  return data?.tagline ? <p className="mt-1 text-16 text-ink-2">{data.tagline}</p> : null;
}
