import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { RefObject } from "react";
import type { Conversation } from "../../api/message-types.ts";
import type { Me } from "../../api/types.ts";
import { isRequestTo } from "../../live/conversation-lists.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { profileQuery } from "../profile/queries.ts";
import { useRelationship } from "../profile/use-relationship.ts";
import { MessageComposer } from "./composer.tsx";
import { otherPerson } from "./labels.ts";
import { RequestBar } from "./request-bar.tsx";
import type { Composing } from "./use-composing.ts";

export interface ComposerAreaProps {
  conversation: Conversation;
  me: Me;
  phone: boolean;
  composing: Composing;
  areaRef: RefObject<HTMLTextAreaElement | null>;
}

/** The composer, the answer to a message request, or the reason why the viewer cannot write. */
export function ComposerArea(props: ComposerAreaProps) {
  const { conversation, me } = props;
  if (isRequestTo(conversation, me.id)) return <RequestBar {...{ conversation, me }} />;
  const refusal = conversation.refusal;
  if (refusal !== null) return <Refusal {...{ conversation, me, refusal }} />;
  const isDeclined = conversation.state === "declined";
  return (
    <>
      {isDeclined && <RequestBar {...{ conversation, me }} />}
      <MessageComposer {...props} />
    </>
  );
}

function Refusal(props: { conversation: Conversation; me: Me; refusal: string }) {
  const { conversation, me, refusal } = props;
  const person = otherPerson(conversation, me.id);
  return (
    <Note role="status">
      <span className="flex flex-wrap items-center justify-between gap-2">
        {refusal}
        {person !== null && <Unblock userId={person.userId} />}
      </span>
    </Note>
  );
}

/** Shown to the person who has blocked the other. */
function Unblock({ userId }: { userId: string }) {
  const { data: profile } = useQuery({ ...profileQuery(userId), retry: false });
  if (profile?.viewer.isBlocked !== true) return null;
  return <UnblockButton person={profile} />;
}

function UnblockButton({ person }: { person: { userId: string; firstName: string } }) {
  const relationship = useRelationship(person);
  return (
    <Button
      size="sm"
      busy={relationship.isPending}
      onClick={() => relationship.mutate({ relationship: "block", on: false })}
    >{t`Unblock`}</Button>
  );
}
