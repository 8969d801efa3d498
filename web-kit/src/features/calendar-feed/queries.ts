import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import type { CalendarFeed, NewCalendarFeed } from "../../api/types.ts";

const FEED_PATH = "/api/me/calendar-feed";

export const calendarFeedQuery = queryOptions({
  queryKey: keys.calendarFeed,
  queryFn: ({ signal }) => call<CalendarFeed>("GET", FEED_PATH, { signal }),
});

/** Creates the viewer's feed, or replaces its address. */
export const createCalendarFeed = () => call<NewCalendarFeed>("POST", FEED_PATH);

export const deleteCalendarFeed = () => call<null>("DELETE", FEED_PATH);
