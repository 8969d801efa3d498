import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { EventPeriod } from "../../../api/keys.ts";
import type { EventItem } from "../../../api/types.ts";
import { useLive } from "../../../live/use-live.ts";
import { ReadingPage } from "../../../shell/reading-page.tsx";
import { Title } from "../../../shell/title.tsx";
import { useSearchParamFields } from "../../../shell/use-search-param.ts";
import { useMe } from "../../accounts/queries.ts";
import { EventCard } from "./event-card.tsx";
import { EventList, PeriodSwitch } from "./event-list.tsx";
import { isEvent } from "./event-times.ts";
import { ownEventsQuery } from "./queries.ts";

/** The events of all communities of the member on this site. */
export function EventsScreen() {
  const me = useMe();
  useLive(me?.id ?? null);
  const [{ period: named }, change] = useSearchParamFields({ period: "" });
  const period: EventPeriod = named === "past" ? "past" : "upcoming";
  return (
    <ReadingPage title={t`Events`} width="narrow" back="/home">
      <Title>{t`Events`}</Title>
      <h1 className="display text-24 max-md:sr-only md:text-30">{t`Events`}</h1>
      <p className="mt-1 mb-4 text-15 text-ink-2">{t`The events of your communities.`}</p>
      <PeriodSwitch
        period={period}
        onChange={(next) => change({ period: next === "past" ? next : "" })}
      />
      <h2 className="sr-only">{period === "past" ? t`Past events` : t`Upcoming events`}</h2>
      <OwnEvents key={period} period={period} />
    </ReadingPage>
  );
}

const eventOf = ({ announcement }: EventItem) => (isEvent(announcement) ? announcement : null);

function OwnEvents({ period }: { period: EventPeriod }) {
  const query = useInfiniteQuery(ownEventsQuery(period));
  return (
    <EventList
      {...{ query, period, eventOf }}
      emptyText={t`Events that your communities announce appear here.`}
    >
      {({ communityName }, event) => (
        <EventCard
          event={event}
          isMember
          source={
            <Link to={`/communities/${event.communityId}`} className="link">
              <bdi>{communityName}</bdi>
            </Link>
          }
        />
      )}
    </EventList>
  );
}
