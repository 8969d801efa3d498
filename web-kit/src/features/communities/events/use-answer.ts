import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import { errorMessage } from "../../../api/problem.ts";
import type { Announcement, EventAnnouncement, EventAnswer } from "../../../api/types.ts";
import { changeAnnouncement } from "../../../live/change-announcement.ts";
import { toast } from "../../../ui/toast-store.ts";
import { sendAnswer } from "./queries.ts";

/** The event with this answer of the viewer. Applying it twice changes nothing. */
export function withAnswer<E extends Announcement>(event: E, answer: EventAnswer | null): E {
  const { answers, ownAnswer } = event;
  if (answers === null || ownAnswer === answer) return event;
  const counts = { ...answers };
  if (ownAnswer !== null) counts[ownAnswer] = Math.max(0, counts[ownAnswer] - 1);
  if (answer !== null) counts[answer] += 1;
  return { ...event, answers: counts, ownAnswer: answer };
}

/**
 * Answers an event optimistically; if the server refuses, restores the previous answer and shows
 * the reason. Answers are sent one after the other, and only the response to the last one counts.
 */
export function useAnswer(event: EventAnnouncement) {
  const cache = useQueryClient();
  // The cache informs React in a later task, but a radio button shows its state at once.
  const [pending, setPending] = useState<EventAnswer | null>();
  const { communityId, id } = event;
  const change = (to: (cached: Announcement) => Announcement) =>
    changeAnnouncement(cache, { communityId, announcementId: id }, to);
  const mutationKey = ["event-answer", id];
  const isLast = () => cache.isMutating({ mutationKey }) === 1;
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: mutationKey.join(" ") },
    mutationFn: (answer: EventAnswer | null) => sendAnswer(event, answer),
    onMutate: (answer) => {
      change((cached) => withAnswer(cached, answer));
      return { before: event.ownAnswer };
    },
    onSuccess: ({ answers, ownAnswer }) => {
      if (isLast()) change((cached) => ({ ...cached, answers, ownAnswer }));
      void cache.invalidateQueries({ queryKey: keys.eventAttendees(communityId, id) });
    },
    onError: (error, _, context) => {
      if (isLast()) change((cached) => withAnswer(cached, context?.before ?? null));
      toast.error(errorMessage(error, t`Failed to save your answer. Please try again.`));
      // A refusal means that the event has changed: it is full, over or cancelled.
      void cache.invalidateQueries({ queryKey: keys.announcements(communityId) });
      void cache.invalidateQueries({ queryKey: keys.events });
    },
    onSettled: () => {
      if (isLast()) setPending(undefined);
    },
  });
  return {
    shown: pending === undefined ? event : withAnswer(event, pending),
    answer: (choice: EventAnswer | null) => {
      setPending(choice);
      mutate(choice);
    },
  };
}
