import { flushSync } from "react-dom";
import type { Me, Post } from "../../api/types.ts";
import { useRowActions } from "../../shell/shortcuts/row-actions.ts";
import { openReactMenu } from "../../ui/open-react-menu.ts";
import { beginEdit, focusEditor } from "./post-body.tsx";
import { quotedText } from "./quote.ts";

export interface PostShortcuts {
  me: Me;
  canWrite: boolean;
  /** Also in a thread that is closed for new posts. */
  canEdit: boolean;
  /** A loaded post. */
  find: (postId: string) => Post | undefined;
  onLike: (post: Post) => void;
  onReply: (post: Post) => void;
  onQuote: (post: Post, text: string) => void;
}

/** Shortcuts on the focused post: those of its buttons and its menu that the viewer has. */
export function usePostShortcuts(options: PostShortcuts): void {
  const { me, canWrite, canEdit, find, onLike, onReply, onQuote } = options;
  const on = (act: (post: Post) => void) => (postId: string) => {
    const post = find(postId);
    if (post !== undefined && post.removed === null) act(post);
  };
  const onIfWriting = (act: (post: Post) => void) => on((post) => canWrite && act(post));
  useRowActions({
    like: on(onLike),
    react: on((post) => openReactMenu(post.id)),
    reply: onIfWriting(onReply),
    quote: onIfWriting((post) => onQuote(post, quotedText(post.id, post.content))),
    edit: on((post) => {
      if (!canEdit || post.authorId !== me.id) return;
      flushSync(() => beginEdit(post));
      focusEditor(post);
    }),
  });
}
