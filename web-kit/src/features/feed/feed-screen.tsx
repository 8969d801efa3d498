import { t } from "@lingui/core/macro";
import { useRef } from "react";
import { useBoot } from "../../shell/app.ts";
import { ReadingPage } from "../../shell/reading-page.tsx";
import { Title } from "../../shell/title.tsx";
import { useIsDesktop } from "../../shell/use-is-desktop.ts";
import { EventsLink } from "../communities/events/events-link.tsx";
import { Feed } from "./feed.tsx";
import { PortalHome } from "./portal-home.tsx";
import { RefreshButton } from "./refresh-button.tsx";
import { UnreadCommunities } from "./unread-communities.tsx";
import { useFeed } from "./use-feed.ts";

/** The home page of the main site or a portal. */
export function FeedScreen() {
  const { portal, brand } = useBoot();
  return portal === null ? <MainHome /> : <PortalHome {...{ portal, brand }} />;
}

/** The latest posts by others in the most recently active communities. */
function MainHome() {
  const feed = useFeed();
  const heading = useRef<HTMLHeadingElement>(null);
  const wide = useIsDesktop();
  const refresh = <RefreshButton feed={feed} />;
  return (
    <ReadingPage title={t`Home`} width="narrow" actions={wide ? undefined : refresh}>
      <Title>{t`Home`}</Title>
      <div className="flex items-center justify-between">
        <h1
          ref={heading}
          tabIndex={-1}
          className="display text-24 outline-none max-md:sr-only md:text-30"
        >{t`Home`}</h1>
        {wide && refresh}
      </div>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-15 text-ink-2">{t`The latest posts from your communities.`}</p>
        <EventsLink />
      </div>
      <UnreadCommunities />
      <Feed {...{ feed, heading }} />
    </ReadingPage>
  );
}
