import { t } from "@lingui/core/macro";
import { Ban } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { Conversation } from "../../api/message-types.ts";
import type { Me } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { otherPerson } from "./labels.ts";
import { useConversationActions } from "./use-conversation-actions.ts";

const ConversationDialog = lazy(async () => ({
  default: (await import("./conversation-dialogs.tsx")).ConversationDialog,
}));

/** Asks the recipient of a message request for an answer. */
export function RequestBar({ conversation, me }: { conversation: Conversation; me: Me }) {
  const [answering, setAnswering] = useState<"accept" | "decline" | null>(null);
  const [isBlocking, setIsBlocking] = useState(false);
  const actions = useConversationActions(conversation, me.id);
  const name = otherPerson(conversation, me.id)?.firstName ?? t`This person`;
  const isDeclined = conversation.state === "declined";
  const answer = async (choice: "accept" | "decline") => {
    if (answering !== null) return;
    setAnswering(choice);
    await actions.answer(choice);
    setAnswering(null);
  };
  return (
    <section
      aria-label={t`Message request`}
      className="mb-2 rounded-lg px-4 py-3 text-center text-13 edge-line"
    >
      <p className="font-semibold">
        {isDeclined ? t`You declined this request` : t`${name} would like to write to you`}
      </p>
      <p className="mx-auto mt-0.5 max-w-[52ch] text-ink-2">
        {isDeclined
          ? t`${name} was not told. Accept it to receive messages again.`
          : t`You share no community or affiliation. ${name} can write again only if you accept.`}
      </p>
      <div className="mt-3 flex flex-wrap justify-center gap-2">
        <Button
          variant="primary"
          busy={answering === "accept"}
          onClick={() => void answer("accept")}
        >{t`Accept`}</Button>
        {!isDeclined && (
          <Button
            busy={answering === "decline"}
            onClick={() => void answer("decline")}
          >{t`Decline`}</Button>
        )}
        <Button
          variant="quiet"
          icon={<Ban size={15} aria-hidden />}
          onClick={() => setIsBlocking(true)}
        >{t`Block`}</Button>
      </div>
      <Suspense>
        {isBlocking && (
          <ConversationDialog
            asking="block"
            {...{ conversation, me }}
            onClose={() => setIsBlocking(false)}
          />
        )}
      </Suspense>
    </section>
  );
}
