import type { Message } from "../../api/message-types.ts";
import { openReactMenu } from "../../ui/open-react-menu.ts";
import type { Me } from "../../api/types.ts";
import { useRowActions } from "../../shell/shortcuts/row-actions.ts";
import { quotedText } from "../posts/quote.ts";
import { mayEdit } from "./rules.ts";
import type { ComposerActions } from "./use-composing.ts";

/** Shortcuts on the focused message: reply, quote, and edit one's own. */
export function useMessageShortcuts(
  { reply, quote, edit }: ComposerActions,
  me: Me,
  find: (messageId: string) => Message | undefined,
): void {
  const on = (act: (message: Message) => void) => (messageId: string) => {
    const message = find(messageId);
    if (message !== undefined && !message.deleted) act(message);
  };
  useRowActions({
    reply: on((message) => reply?.(message)),
    react: on((message) => {
      if (reply !== null) openReactMenu(message.id);
    }),
    quote: on((message) => quote?.(message, quotedText(message.id, message.content))),
    edit: on((message) => {
      if (reply !== null && mayEdit(message, me.id)) edit(message);
    }),
  });
}
