import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { ProblemError, errorMessage } from "../../../api/problem.ts";
import { invalidateOnSettled } from "../../../api/invalidate-on-settled.ts";
import type { AffiliationRequest } from "../../../api/types.ts";
import { useSingleFlightMutation } from "../../../api/use-single-flight-mutation.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { VerifiedTick } from "../../../ui/mark.tsx";
import { FormAlert } from "../../../ui/note.tsx";
import { PersonName } from "../../../ui/person-name.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { approveRequest, type ReviewScope, invalidateAfterAnswer } from "./queries.ts";
import { approvedMessage, requestSubject } from "./labels.ts";

export interface RequestCardProps {
  scope: ReviewScope;
  request: AffiliationRequest;
  /** The requested affiliation, in lists about several. */
  about?: ReactNode;
  onReject: () => void;
  /** Present if the viewer may delete the request (F-008). */
  onDelete?: () => void;
}

/** A request with its person, their answers, and the decision. */
export function RequestCard({ scope, request, about, onReject, onDelete }: RequestCardProps) {
  const { person, userEmail, affiliationName, description } = request;
  const names = [person.displayName, ...(about === undefined ? [] : [affiliationName])];
  return (
    <article aria-label={names.join(", ")} className="py-5">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-3">
        <Avatar name={person.displayName} src={person.profilePicture} size={40} />
        <div className="min-w-0 flex-1 basis-48">
          <h2 className="text-15 font-semibold wrap-anywhere">
            <PersonName name={person.displayName} />{" "}
            {person.isVerified && <VerifiedTick size={14} />}
          </h2>
          <p className="text-13 text-ink-3">
            {userEmail !== null && (
              <a href={`mailto:${userEmail}`} className="link wrap-anywhere">
                {userEmail}
              </a>
            )}
            <span className={userEmail === null ? undefined : "meta-dot"}>
              <Trans>
                Asked <RelativeTime time={request.createdAt} />
              </Trans>
            </span>
          </p>
        </div>
        {onDelete !== undefined && (
          <IconButton
            label={t`Delete the request of ${{ name: names.join(", ") }}`}
            icon={<Trash2 size={15} />}
            onClick={onDelete}
          />
        )}
        {request.status === "pending" && <Actions {...{ scope, request, onReject }} />}
      </div>
      {about !== undefined && <div className="mt-4 md:ps-[52px]">{about}</div>}
      <dl className="mt-4 flex flex-col gap-3.5 md:ps-[52px]">
        {description !== null && <LabelledText name={t`Description`}>{description}</LabelledText>}
        {request.formData.map(({ questionId, question, answer }) => (
          <LabelledText key={questionId} name={question}>
            {answer}
          </LabelledText>
        ))}
        <AnswerSummary request={request} />
      </dl>
    </article>
  );
}

function Actions({ scope, request, onReject }: Omit<RequestCardProps, "about" | "onDelete">) {
  const cache = useQueryClient();
  const subject = requestSubject(request);
  const approve = useSingleFlightMutation({
    mutationFn: () => approveRequest(scope, request),
    onSuccess: () => toast.success(approvedMessage(request)),
    onError: (error) => {
      // Already answered by someone else, or withdrawn. The card is about to disappear, so the
      // message is a toast.
      const gone = error instanceof ProblemError && error.status === 404;
      if (gone) toast.error(error.detail);
    },
    onSettled: invalidateOnSettled(() => invalidateAfterAnswer(cache, request)),
  });
  return (
    <>
      <div className="flex gap-2 max-md:w-full max-md:*:flex-1">
        <Button aria-label={t`Reject ${{ name: subject }}`} onClick={onReject}>{t`Reject`}</Button>
        <Button
          variant="tint"
          aria-label={t`Approve ${{ name: subject }}`}
          busy={approve.isPending}
          onClick={() => approve.mutate()}
        >
          {t({ message: "Approve", context: "request" })}
        </Button>
      </div>
      <div className="w-full empty:hidden">
        <FormAlert>
          {approve.error !== null && errorMessage(approve.error, t`Failed to process request`)}
        </FormAlert>
      </div>
    </>
  );
}

/** The reviewer, the date and the reason. */
function AnswerSummary({ request }: { request: AffiliationRequest }) {
  const { status, reviewedBy, reviewedAt, rejectionReason, notes } = request;
  if (status === "pending") return null;
  return (
    <>
      <LabelledText name={status === "approved" ? t`Approved` : t`Rejected`}>
        {reviewedBy === null ? (
          <RelativeTime time={reviewedAt} />
        ) : (
          <Trans>
            by <PersonName name={reviewedBy.displayName} />, <RelativeTime time={reviewedAt} />
          </Trans>
        )}
      </LabelledText>
      {rejectionReason !== null && (
        <LabelledText name={t`Reason shown to the applicant`}>{rejectionReason}</LabelledText>
      )}
      {notes !== null && <LabelledText name={t`Notes for reviewers`}>{notes}</LabelledText>}
    </>
  );
}

function LabelledText({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-12 font-strong text-ink-3">{name}</dt>
      <dd
        dir="auto"
        className="mt-0.5 max-w-[66ch] text-14 wrap-anywhere whitespace-pre-line text-ink"
      >
        {children}
      </dd>
    </div>
  );
}
