import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import type { KeyboardEvent } from "react";
import { keys } from "../../api/keys.ts";
import { errorMessage } from "../../api/problem.ts";
import type { Article } from "../../api/types.ts";
import { useSingleFlightMutation } from "../../api/use-single-flight-mutation.ts";
import { countCharacters } from "../../content/rules.ts";
import { addComment } from "../../live/articles.ts";
import { Button } from "../../ui/button.tsx";
import { TextAreaField } from "../../ui/field.tsx";
import { draftKey, drafts, submissionOf, useDraft } from "../posts/drafts.ts";
import { toContent } from "../posts/markup.ts";
import { checkCommentOrAnnouncement, EMPTY_MESSAGE, REPLY_MAX } from "../posts/rules.ts";
import { writeComment } from "./queries.ts";

/** Number of characters from which the counter is announced to screen readers. */
const COUNTED_FROM = REPLY_MAX * 0.8;

/** A comment has the maximum length of a reply and the markup of an article. */
export function CommentForm({ article, viewerId }: { article: Article; viewerId: string }) {
  const cache = useQueryClient();
  const place = draftKey(viewerId, article.id);
  const draft = useDraft(place);
  const write = (text: string) => drafts.write(place, { ...draft, text });
  const content = toContent(draft.text);
  const problem = checkCommentOrAnnouncement(content);
  const used = countCharacters(content);
  const { mutate, isPending, error, reset } = useSingleFlightMutation({
    mutationFn: (key: string) => writeComment(article.id, content, key),
    onSuccess: (comment) => {
      addComment(cache, article.id, comment);
      drafts.write(place, { text: "", replyTo: null });
      void cache.invalidateQueries({ queryKey: keys.article(article.id) });
    },
  });
  const send = () => {
    if (problem !== null || isPending) return;
    const sent = submissionOf(draft);
    drafts.write(place, { ...draft, sent });
    mutate(sent.key);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    send();
  };
  // An empty text area shows no error yet.
  const refusal = problem === EMPTY_MESSAGE ? null : problem;
  const failure = error === null ? null : errorMessage(error, t`Failed to create comment`);
  return (
    <form
      noValidate
      className="mt-4"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <TextAreaField
        label={t`Write a comment`}
        dir="auto"
        value={draft.text}
        error={refusal ?? failure ?? undefined}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          write(event.target.value);
          if (error !== null) reset();
        }}
        {...(used > COUNTED_FROM && {
          aside: (
            <span className="text-12 text-ink-3 tabular-nums">
              {used} / {REPLY_MAX}
            </span>
          ),
        })}
      />
      <div className="mt-2 flex justify-end">
        <Button
          type="submit"
          variant="primary"
          disabled={problem !== null}
          busy={isPending}
          busyLabel={t`Commenting...`}
        >
          {t({ message: "Comment", context: "verb" })}
        </Button>
      </div>
    </form>
  );
}
