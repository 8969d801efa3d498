import { useLayoutEffect, useRef } from "react";
import type { Post } from "../../api/types.ts";
import { useOnline } from "../../ui/use-online.ts";
import { Composer } from "./composer.tsx";
import { drafts, editKey, useDraft } from "./drafts.ts";
import { TypedText } from "./typed-text.tsx";
import { useEdit } from "./use-edit.ts";

/** The text of a post, or its editor. */
export function PostBody({ post, own }: { post: Post; own: boolean }) {
  return own ? <EditablePost post={post} /> : <PostText post={post} />;
}

/** Opens the editor of the viewer's own post. */
export function beginEdit(post: Post): void {
  const place = editKey(post);
  if (isBeingEdited(post)) return;
  const text = post.content;
  const kind = post.parentPostId === null ? "post" : "reply";
  const hasAttachments = post.images.length + post.files.length > 0;
  drafts.write(place, { text, replyTo: null, edits: { kind, text, hasAttachments } });
}

export function isBeingEdited(post: Post): boolean {
  return drafts.read(editKey(post)).edits !== undefined;
}

/** Focuses the post's editor with the caret at the end. */
export function focusEditor(post: Post): void {
  const area = document.querySelector<HTMLTextAreaElement>(`#post-${CSS.escape(post.id)} textarea`);
  area?.focus();
  area?.setSelectionRange(area.value.length, area.value.length);
  area?.closest("article")?.scrollIntoView({ block: "nearest" });
}

function PostText({ post }: { post: Post }) {
  // A post with pictures or files needs no text.
  if (post.content === "") return null;
  return (
    <TypedText
      text={post.content}
      mentions={post.mentions}
      className="mt-0.5 max-w-[62ch] text-15"
    />
  );
}

function EditablePost({ post }: { post: Post }) {
  const draft = useDraft(editKey(post));
  return draft.edits === undefined ? <PostText post={post} /> : <Editor post={post} />;
}

function Editor({ post }: { post: Post }) {
  const box = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const online = useOnline();
  const save = useEdit();
  useLayoutEffect(() => {
    const here = box.current;
    // When the editor closes, the focus returns to the post.
    return () => {
      if (here?.contains(document.activeElement)) here.closest("article")?.focus();
    };
  }, []);
  return (
    <div ref={box} className="mt-1.5 max-w-[62ch]">
      <Composer
        place={editKey(post)}
        online={online}
        busy={false}
        phone={false}
        areaRef={area}
        community={{ id: post.communityId, viewerId: post.authorId }}
        onSend={(draft) => {
          save(post, draft);
          return true;
        }}
      />
    </div>
  );
}
