import { http, HttpResponse } from "msw";
import type { EventAnswer, EventAttendee } from "../api/types.ts";
import { server } from "./open-page.tsx";

const EVENT = "/api/communities/:community/announcements/:event";

/** Answers to events that the mock server has received, in order. */
export function serveAnswers(): (EventAnswer | null)[] {
  const received: (EventAnswer | null)[] = [];
  server.use(
    http.put<{ event: string }, { answer: EventAnswer | null }>(
      `${EVENT}/rsvp`,
      async ({ request, params }) => {
        const { answer } = await request.json();
        received.push(answer);
        const answers = { yes: 4, maybe: 1, no: 0 };
        return HttpResponse.json({ announcementId: params.event, answers, ownAnswer: answer });
      },
    ),
  );
  return received;
}

/** Serves the people who answered an event; the list has one page. */
export function serveAttendees(attendees: readonly EventAttendee[]): void {
  server.use(
    http.get(`${EVENT}/attendees`, ({ request }) => {
      const wanted = new URL(request.url).searchParams.get("answer");
      const items = attendees.filter(({ answer }) => answer === wanted);
      return HttpResponse.json({ items, nextCursor: null });
    }),
  );
}
