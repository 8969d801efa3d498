import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { MessageCircle } from "lucide-react";
import { Link, useNavigate } from "react-router";
import { useQueryClient } from "@tanstack/react-query";
import { invalidateOnSettled } from "../../api/invalidate-on-settled.ts";
import { keys } from "../../api/keys.ts";
import { errorMessage } from "../../api/problem.ts";
import type { Person } from "../../api/types.ts";
import { useSingleFlightMutation } from "../../api/use-single-flight-mutation.ts";
import { AvatarStack } from "../../ui/avatar.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { PersonName } from "../../ui/person-name.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { toast } from "../../ui/toast-store.ts";
import type { Introduction } from "../cords/contract.ts";
import { answerIntroduction } from "../cords/queries.ts";
import { isIntroduced, otherPerson, stateLabel } from "./labels.ts";

export interface IntroductionRowProps {
  introduction: Introduction;
  viewerId: string;
}

/** An introduction with its message, and its state or the buttons that answer it. */
export function IntroductionRow({ introduction, viewerId }: IntroductionRowProps) {
  const { people, message, createdAt, conversationId } = introduction;
  const state = stateLabel(introduction, viewerId);
  return (
    <li className="flex gap-4 py-5 max-sm:flex-col max-sm:gap-2.5">
      <AvatarStack people={people} size={36} />
      <div className="min-w-0 flex-1">
        <h2 className="text-14 font-normal wrap-anywhere text-ink-2">
          <Headline {...{ introduction, viewerId }} />
        </h2>
        <blockquote
          dir="auto"
          className="mt-2 max-w-[62ch] border-s-2 border-line ps-3 text-14 wrap-anywhere whitespace-pre-line text-ink"
        >
          {message}
        </blockquote>
        <p className="mt-2 text-12 text-ink-3">
          <RelativeTime time={createdAt} />
          {state !== null && <span className="meta-dot">{state}</span>}
        </p>
        {state === null && <AnswerButtons {...{ introduction, viewerId }} />}
        {conversationId !== null && (
          <ButtonLink
            to={`/messages/${conversationId}`}
            size="sm"
            className="mt-3"
            icon={<MessageCircle size={14} aria-hidden />}
          >{t`Open conversation`}</ButtonLink>
        )}
      </div>
    </li>
  );
}

function Headline({ introduction, viewerId }: IntroductionRowProps) {
  const { introducer, people } = introduction;
  const other = otherPerson(introduction, viewerId);
  if (isIntroduced(introduction, viewerId) && other !== null) {
    return (
      <Trans>
        <PersonLink person={introducer} /> introduces you to <PersonLink person={other} />
      </Trans>
    );
  }
  const [first, second] = people;
  return (
    <Trans>
      You introduced <PersonLink person={first} /> and <PersonLink person={second} />
    </Trans>
  );
}

function PersonLink({ person }: { person: Person | undefined }) {
  if (person === undefined) return null;
  return (
    <Link
      to={`/profile/${person.handle ?? person.userId}`}
      className="font-semibold text-ink hover:underline"
    >
      <PersonName name={person.displayName} />
    </Link>
  );
}

function AnswerButtons({ introduction, viewerId }: IntroductionRowProps) {
  const answer = useAnswer(introduction, viewerId);
  const name = otherPerson(introduction, viewerId)?.displayName ?? "";
  const isSending = (choice: Answer) => answer.isPending && answer.variables === choice;
  return (
    <div className="mt-3 flex gap-2">
      <Button
        size="sm"
        variant="primary"
        aria-label={t`Accept the introduction to ${name}`}
        busy={isSending("accept")}
        onClick={() => answer.mutate("accept")}
      >{t`Accept`}</Button>
      <Button
        size="sm"
        aria-label={t`Decline the introduction to ${name}`}
        busy={isSending("decline")}
        onClick={() => answer.mutate("decline")}
      >{t`Decline`}</Button>
    </div>
  );
}

type Answer = "accept" | "decline";

function useAnswer(introduction: Introduction, viewerId: string) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const other = otherPerson(introduction, viewerId)?.firstName;
  return useSingleFlightMutation({
    mutationFn: (answer: Answer) => answerIntroduction(introduction.id, answer),
    onSuccess: ({ conversationId }, answer) => {
      if (answer === "decline") {
        toast.success(t`You declined the introduction.`);
      } else if (conversationId === null) {
        toast.success(
          other === undefined
            ? t`You accepted. The conversation opens once the other person accepts too.`
            : t`You accepted. The conversation opens once ${other} accepts too.`,
        );
      } else {
        const run = () => void navigate(`/messages/${conversationId}`);
        toast.success(t`Both of you accepted.`, { action: { label: t`Open conversation`, run } });
      }
    },
    onError: (error) => toast.error(errorMessage(error, t`Failed to answer the introduction.`)),
    onSettled: invalidateOnSettled(() =>
      Promise.all(
        [keys.introductions, keys.activity, keys.badges, keys.cords].map((queryKey) =>
          cache.invalidateQueries({ queryKey }),
        ),
      ),
    ),
  });
}
