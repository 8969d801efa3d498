import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { EventPeriod } from "../../api/keys.ts";
import type { Announcement, Community, Me } from "../../api/types.ts";
import { useSearchParamFields } from "../../shell/use-search-param.ts";
import { EventCard } from "./events/event-card.tsx";
import { EventList, PeriodSwitch } from "./events/event-list.tsx";
import { isEvent } from "./events/event-times.ts";
import { communityEventsQuery } from "./events/queries.ts";
import { AnnouncementSource } from "./announcement-source.tsx";
import { CommunityHead } from "./community-head.tsx";
import { CommunityMenu } from "./community-menu.tsx";
import { CommunityStatus } from "./community-status.tsx";

export interface EventsPaneProps {
  community: Community;
  me: Me;
  phone: boolean;
}

/** A community's events, next to its threads. The list fills both panes. */
export function EventsPane({ community, me, phone }: EventsPaneProps) {
  const [{ period: named }, change] = useSearchParamFields({ period: "" });
  const period: EventPeriod = named === "past" ? "past" : "upcoming";
  return (
    <section
      aria-label={t`Events`}
      data-pane="events"
      className="flex min-h-0 min-w-0 flex-1 flex-col"
    >
      <CommunityHead
        {...{ community, phone }}
        open="events"
        actions={<CommunityMenu {...{ community, me, phone }} />}
      />
      <CommunityStatus {...{ community, me }} />
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-4 pb-8 max-md:px-4">
        <div className="max-w-[720px]">
          <PeriodSwitch
            period={period}
            onChange={(next) => change({ period: next === "past" ? next : "" })}
          />
          <CommunityEvents key={`${community.id} ${period}`} {...{ community, period }} />
        </div>
      </div>
    </section>
  );
}

const eventOf = (announcement: Announcement) => (isEvent(announcement) ? announcement : null);

function CommunityEvents({ community, period }: { community: Community; period: EventPeriod }) {
  const query = useInfiniteQuery(communityEventsQuery(community.id, period));
  return (
    <EventList
      {...{ query, period, eventOf }}
      emptyText={t`Events that this community announces appear here.`}
    >
      {(announcement, event, isNamed) => (
        <EventCard
          event={event}
          isNamed={isNamed}
          isMember={community.viewer.isMember}
          source={<AnnouncementSource announcement={announcement} />}
        />
      )}
    </EventList>
  );
}
