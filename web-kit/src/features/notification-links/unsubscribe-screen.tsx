import { t } from "@lingui/core/macro";
import { Select, Trans } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { errorMessage, ProblemError } from "../../api/problem.ts";
import { Title } from "../../shell/title.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { FormAlert, Note } from "../../ui/note.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { PlainFrame, PlainSheet } from "../accounts/plain-frame.tsx";
import type { UnsubscribeTarget } from "../notifications/contract.ts";
import { unsubscribe, unsubscribeTargetQuery } from "../notifications/queries.ts";

/**
 * Ends the emails of one kind to one address. It asks first, because mail scanners open links, too.
 */
export function UnsubscribeScreen() {
  const { token = "" } = useParams();
  return (
    <PlainFrame>
      <Title>{t`Unsubscribe`}</Title>
      <PlainSheet>
        <h1 className="display text-24 md:text-30">{t`Unsubscribe`}</h1>
        <Content token={token} />
      </PlainSheet>
    </PlainFrame>
  );
}

function Content({ token }: { token: string }) {
  const { data, error, refetch } = useQuery(unsubscribeTargetQuery(token));
  if (data !== undefined) return <Question token={token} target={data} />;
  if (error === null) {
    return (
      <LoadingRegion className="mt-4 flex flex-col gap-2.5">
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-56" />
        <Skeleton className="mt-4 h-10 w-32" />
      </LoadingRegion>
    );
  }
  if (error instanceof ProblemError && isInvalid(error)) return <InvalidLink />;
  return (
    <ErrorState
      className="py-8"
      title={t`This link could not be checked`}
      text={errorMessage(error, t`An error occurred. Please try again.`)}
      onRetry={() => void refetch()}
    />
  );
}

const isInvalid = ({ status }: ProblemError) => [400, 404, 410, 422].includes(status);

function Question({ token, target }: { token: string; target: UnsubscribeTarget }) {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => unsubscribe(token),
  });
  const { kind, address } = target;
  return (
    <>
      <div role="status">
        {isSuccess && (
          <Note tone="success" className="mt-4">
            <Trans>
              <b className="font-semibold">{address}</b> gets no more{" "}
              <Select
                value={kind}
                _mention="emails about mentions"
                _reply="emails about replies"
                _message="emails about messages"
                _announcement="emails about announcements"
                _event="emails about events"
                _request="emails about requests"
                _decision="emails about decisions"
                other="daily and weekly emails"
              />
              .
            </Trans>
          </Note>
        )}
      </div>
      {isSuccess ? (
        <SettingsLink />
      ) : (
        <>
          <p className="mt-3 mb-4 text-15 text-ink-2">
            <Trans>
              <b className="font-semibold text-ink">{address}</b> gets{" "}
              <Select
                value={kind}
                _mention="emails about mentions"
                _reply="emails about replies"
                _message="emails about messages"
                _announcement="emails about announcements"
                _event="emails about events"
                _request="emails about requests"
                _decision="emails about decisions"
                other="daily and weekly emails"
              />
              . If you unsubscribe, you still find them in Activity.
            </Trans>
          </p>
          <FormAlert>
            {error !== null && errorMessage(error, t`An error occurred. Please try again.`)}
          </FormAlert>
          <Button
            variant="primary"
            size="lg"
            className="mt-2 max-md:w-full"
            busy={isPending}
            onClick={() => mutate()}
          >{t`Unsubscribe`}</Button>
        </>
      )}
    </>
  );
}

function InvalidLink() {
  return (
    <>
      <Note
        tone="danger"
        role="alert"
        className="mt-4"
      >{t`This link is not valid. It may be incomplete.`}</Note>
      <p className="mt-4 text-15 text-ink-2">{t`You can also turn emails off in your settings.`}</p>
      <SettingsLink />
    </>
  );
}

function SettingsLink() {
  return (
    <ButtonLink
      to="/settings/notifications"
      size="lg"
      className="mt-6 max-md:w-full"
    >{t`Notification settings`}</ButtonLink>
  );
}
