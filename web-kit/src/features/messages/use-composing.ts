import { type RefObject, useCallback, useMemo, useState } from "react";
import { MESSAGE_MAX, OWN_NAME } from "./rules.ts";
import type { Conversation, Message } from "../../api/message-types.ts";
import type { Me } from "../../api/types.ts";
import { draftKey, drafts } from "../posts/drafts.ts";
import { withQuote } from "../posts/quote.ts";
import type { Withdrawal } from "../posts/use-withdrawal.ts";
import type { PendingMessage } from "./outbox.ts";
import { useUnsent } from "./use-outbox.ts";

/** The message being edited; the draft of a new message is kept meanwhile. */
export interface EditedMessage {
  message: Message;
  text: string;
}

/** Actions on messages that continue in the composer. */
export interface ComposerActions {
  /** Null if the viewer may not write. */
  reply: ((message: Message) => void) | null;
  /** Adds a quotation of this text to the draft; null if the viewer may not write. */
  quote: ((message: Message, text: string) => void) | null;
  edit: (message: Message) => void;
  /** For messages that wait in the queue. */
  withdrawal: Withdrawal<PendingMessage>;
}

export interface Composing {
  /** Storage key of the draft. */
  place: string;
  edited: EditedMessage | null;
  /** The same object until an action changes, for the memoised rows. */
  actions: ComposerActions;
  changeEdit: (text: string) => void;
  endEdit: () => void;
}

/** The state that the composer shares with the messages above it. */
export function useComposing(
  { id, refusal }: Conversation,
  me: Me,
  area: RefObject<HTMLTextAreaElement | null>,
): Composing {
  const place = draftKey(me.id, id);
  const [edited, setEdited] = useState<EditedMessage | null>(null);
  const mayWrite = refusal === null;
  const focus = useCallback(() => {
    // The text area shows the text to edit only after the next render.
    requestAnimationFrame(() => {
      const field = area.current;
      field?.focus();
      field?.setSelectionRange(field.value.length, field.value.length);
    });
  }, [area]);
  const reply = useCallback(
    (message: Message) => {
      const name = message.senderId === me.id ? OWN_NAME : message.sender.displayName;
      drafts.write(place, {
        ...drafts.read(place),
        replyTo: { parentPostId: message.id, name },
      });
      setEdited(null);
      focus();
    },
    [me.id, place, focus],
  );
  const quote = useCallback(
    (message: Message, quoted: string) => {
      const source = { name: message.sender.displayName, address: null };
      const draft = drafts.read(place);
      drafts.write(place, { ...draft, text: withQuote(draft.text, quoted, source, MESSAGE_MAX) });
      setEdited(null);
      focus();
    },
    [place, focus],
  );
  const edit = useCallback(
    (message: Message) => {
      setEdited({ message, text: message.content });
      focus();
    },
    [focus],
  );
  const unsent = useUnsent(place, area);
  const withdrawal = useMemo(
    () => ({
      edit: (message: PendingMessage) => {
        setEdited(null);
        unsent.edit(message);
      },
      discard: unsent.discard,
    }),
    [unsent],
  );
  const changeEdit = useCallback((text: string) => setEdited((now) => now && { ...now, text }), []);
  const endEdit = useCallback(() => {
    setEdited(null);
    focus();
  }, [focus]);
  const actions = useMemo(
    () => ({
      reply: mayWrite ? reply : null,
      quote: mayWrite ? quote : null,
      edit,
      withdrawal,
    }),
    [mayWrite, reply, quote, edit, withdrawal],
  );
  return { place, edited, actions, changeEdit, endEdit };
}
