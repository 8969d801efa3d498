import { t } from "@lingui/core/macro";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { CircleCheck, Clock, Lock } from "lucide-react";
import type { ReactNode } from "react";
import { useNavigate, useParams } from "react-router";
import { errorMessage } from "../../../api/problem.ts";
import type { Affiliation } from "../../../api/types.ts";
import { BackLink } from "../../../shell/back-link.tsx";
import { useBoot } from "../../../shell/app.ts";
import { ReadingPage } from "../../../shell/reading-page.tsx";
import { Title } from "../../../shell/title.tsx";
import { ButtonLink } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Note } from "../../../ui/note.tsx";
import { useMe } from "../../accounts/queries.ts";
import { LegalPopup } from "../../legal/legal-popup.tsx";
import { affiliationPath } from "../affiliation-badge.tsx";
import { membershipStatusQuery } from "../queries.ts";
import { UnknownAffiliation } from "../unknown-affiliation.tsx";
import { ApplicationForm, FormHead } from "./application-form.tsx";
import { FormSkeleton } from "./form-skeleton.tsx";
import { questionnaireQuery } from "./queries.ts";
import { DeclinedNote, RequestStatus } from "./request-status.tsx";

/** Applies for membership of an affiliation (F-052). */
export function ApplyScreen() {
  const { idOrPath = "" } = useParams();
  const { data: affiliation } = useSuspenseQuery(membershipStatusQuery(idOrPath));
  const me = useMe();
  if (affiliation === null) return <UnknownAffiliation back="/" />;
  const home = affiliationPath(affiliation);
  return (
    <ReadingPage title={t`Request to Join`} width="narrow" back={home}>
      <Title>{t`Request to Join ${{ name: affiliation.name }}`}</Title>
      <BackLink to={home} className="mb-3">
        {affiliation.name}
      </BackLink>
      {affiliation.viewer.mayApply ? (
        <ApplyForm affiliation={affiliation} />
      ) : (
        <NothingToAsk affiliation={affiliation} />
      )}
      {/* A public page, but applicants must have accepted this site's legal documents. */}
      {me === null ? null : <LegalPopup me={me} />}
    </ReadingPage>
  );
}

function ApplyForm({ affiliation }: { affiliation: Affiliation }) {
  const navigate = useNavigate();
  const { portal } = useBoot();
  // On a portal, the front door shows the pending state and opens on approval.
  const next = portal === null ? affiliationPath(affiliation) : "/";
  const { data: questionnaire, error, refetch } = useQuery(questionnaireQuery(affiliation.id));
  if (questionnaire === undefined && error !== null) {
    return (
      <ErrorState
        className="py-16"
        title={errorMessage(error, t`Failed to load affiliation data`)}
        onRetry={() => void refetch()}
      />
    );
  }
  if (questionnaire === undefined) return <FormSkeleton />;
  return (
    <>
      <FormHead questionnaire={questionnaire} />
      <DeclinedNote affiliation={affiliation} className="mt-5" />
      <ApplicationForm
        // Remounts the form when the questions change; the stored answers stay.
        key={JSON.stringify(questionnaire)}
        {...{ affiliation, questionnaire }}
        signedOut={t`Please log in to request to join this affiliation`}
        onSent={() => void navigate(next)}
      />
    </>
  );
}

/** Replaces the form for members, for pending applicants, and where applying is impossible. */
function NothingToAsk({ affiliation }: { affiliation: Affiliation }) {
  const { name, isPrivate, viewer } = affiliation;
  const back = (
    <ButtonLink to={affiliationPath(affiliation)}>{t`View Affiliation Page`}</ButtonLink>
  );
  if (viewer.isMember) {
    return (
      <ApplyStatus
        name={name}
        icon={<CircleCheck size={16} aria-hidden />}
        heading={t`You are a member`}
        text={t`You are already a member of ${name}.`}
        actions={back}
      />
    );
  }
  if (viewer.requestPending) {
    return (
      <ApplyStatus
        name={name}
        icon={<Clock size={16} aria-hidden />}
        heading={t`Your application is under review`}
        text={t`The admins of ${name} are reviewing it. You will be notified of their decision.`}
        actions={
          <>
            <RequestStatus affiliation={affiliation} />
            {back}
          </>
        }
      />
    );
  }
  return (
    <ApplyStatus
      name={name}
      icon={<Lock size={16} aria-hidden />}
      heading={isPrivate ? t`Invite Only` : t`Closed to new members`}
      text={
        isPrivate
          ? t`This affiliation is invite-only. Ask a member to invite you.`
          : t`${name} is not accepting new members at present.`
      }
      actions={back}
    />
  );
}

function ApplyStatus(props: {
  name: string;
  icon: ReactNode;
  heading: string;
  text: string;
  actions: ReactNode;
}) {
  return (
    <>
      <h1 className="display text-24 md:text-30">{props.name}</h1>
      <Note tone="brand" className="mt-5" icon={props.icon}>
        <strong className="block font-semibold">{props.heading}</strong>
        {props.text}
      </Note>
      <div className="mt-5 flex flex-wrap gap-2">{props.actions}</div>
    </>
  );
}
