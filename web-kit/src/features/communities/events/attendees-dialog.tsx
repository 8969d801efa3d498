import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "../../../api/problem.ts";
import type { EventAnnouncement, EventAnswer } from "../../../api/types.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { Paged } from "../../../ui/paged.tsx";
import { PeopleSkeleton } from "../../../ui/people-skeleton.tsx";
import { PersonRow } from "../../../ui/person-row.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Segments } from "../../../ui/segments.tsx";
import { ANSWER_LABELS, ANSWERS } from "./labels.ts";
import { attendeesQuery } from "./queries.ts";

export interface AttendeesDialogProps {
  event: EventAnnouncement;
  onClose: () => void;
}

/** The people who answered an event, by answer, the latest answer first. */
export function AttendeesDialog({ event, onClose }: AttendeesDialogProps) {
  const [answer, setAnswer] = useState<EventAnswer>("yes");
  return (
    <Dialog open title={t`Attendees`} onOpenChange={(open) => open || onClose()}>
      <Segments
        label={t`Answer`}
        segments={ANSWERS.map((value) => ({
          value,
          label: ANSWER_LABELS[value],
          count: event.answers[value],
        }))}
        value={answer}
        onChange={setAnswer}
      />
      <div className="min-h-[min(16rem,40dvh)] pt-2 pb-6">
        <Attendees key={answer} {...{ event, answer, onClose }} />
      </div>
    </Dialog>
  );
}

function Attendees(props: AttendeesDialogProps & { answer: EventAnswer }) {
  const { event, answer, onClose } = props;
  const query = useInfiniteQuery(attendeesQuery(event, answer));
  return (
    <Paged
      query={query}
      waiting={<PeopleSkeleton rowClassName="h-14" />}
      failure={(error) => errorMessage(error, t`Failed to load the attendees. Please try again.`)}
      empty={
        <p className="py-6 text-center text-14 text-ink-2">{t`No people that you can see.`}</p>
      }
    >
      {(attendees) => (
        <ul aria-label={t`Attendees`} className="divide-y divide-line-soft">
          {attendees.map((attendee) => (
            <li key={attendee.person.userId}>
              <PersonRow
                person={attendee.person}
                aside={<RelativeTime time={attendee.at} style="short" />}
                onOpen={onClose}
              />
            </li>
          ))}
        </ul>
      )}
    </Paged>
  );
}
