import { infiniteQueryOptions } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { type EventPeriod, keys } from "../../../api/keys.ts";
import { firstPage } from "../../../api/loading.ts";
import type {
  Announcement,
  EventAnswer,
  EventAnswers,
  EventAttendee,
  EventItem,
  Page,
} from "../../../api/types.ts";

const PAGE = 20;

export const eventPath = ({ communityId, id }: Pick<Announcement, "communityId" | "id">) =>
  `/api/communities/${communityId}/announcements/${id}`;

/** The events of all communities of the viewer; past ones newest first. */
export const ownEventsQuery = (period: EventPeriod) =>
  infiniteQueryOptions({
    queryKey: keys.ownEventList(period),
    queryFn: ({ pageParam, signal }) =>
      call<Page<EventItem>>("GET", "/api/me/events", {
        signal,
        query: { past: period === "past", cursor: pageParam, limit: PAGE },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextCursor,
  });

/** The events of one community; past ones newest first. */
export const communityEventsQuery = (communityId: string, period: EventPeriod) =>
  infiniteQueryOptions({
    queryKey: keys.communityEventList(communityId, period),
    queryFn: ({ pageParam, signal }) =>
      call<Page<Announcement>>("GET", `/api/communities/${communityId}/events`, {
        signal,
        query: { past: period === "past", cursor: pageParam, limit: PAGE },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextCursor,
  });

/** The people with this answer, the latest answer first. */
export const attendeesQuery = (event: Announcement, answer: EventAnswer) =>
  infiniteQueryOptions({
    queryKey: [...keys.eventAttendees(event.communityId, event.id), answer],
    queryFn: ({ pageParam, signal }) =>
      call<Page<EventAttendee>>("GET", `${eventPath(event)}/attendees`, {
        signal,
        query: { answer, cursor: pageParam, limit: PAGE },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextCursor,
  });

/** Answers an event; null withdraws the answer. */
export const sendAnswer = (event: Announcement, answer: EventAnswer | null) =>
  call<EventAnswers>("PUT", `${eventPath(event)}/rsvp`, { body: { answer } });
