import type { Conversation } from "../../api/message-types.ts";
import { useTyping } from "../../live/typing.ts";
import { typingLabel } from "./labels.ts";

/** Names the people who are typing. Its height is always reserved, so that nothing moves. */
export function TypingLine({ conversation }: { conversation: Conversation }) {
  const label = typingLabel(useTyping(conversation.id), conversation.participants);
  return (
    <p
      role="status"
      className="mx-auto h-5 w-full max-w-[47rem] shrink-0 truncate px-6 text-12 text-ink-3 max-md:px-3.5 md:px-0"
    >
      {label}
    </p>
  );
}
