import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Lock } from "lucide-react";
import type { Me, Thread, ThreadClosure } from "../../../api/types.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/note.tsx";
import { PersonName } from "../../../ui/person-name.tsx";
import { formatMoment } from "../../../ui/time.ts";
import { hasNoParts } from "../../posts/draft-parts.ts";
import { draftKey, useDraft } from "../../posts/drafts.ts";
import { useReopen } from "./use-reopen.ts";

interface ClosedNoteProps {
  thread: Thread;
  closed: ThreadClosure;
  me: Me;
}

/** Shown instead of the composer of a closed thread. */
export function ClosedNote({ thread, closed, me }: ClosedNoteProps) {
  const draft = useDraft(draftKey(me.id, thread.id));
  const reopen = useReopen(thread);
  const hasDraft = draft.text.trim() !== "" || !hasNoParts(draft);
  return (
    <Note role="status" icon={<Lock size={16} aria-hidden className="mt-px" />}>
      <p className="font-semibold">{t`This thread is closed`}</p>
      <p>
        <ClosedBy closed={closed} own={closed.by?.userId === me.id} />
      </p>
      {closed.reason !== "" && (
        <p dir="auto" className="whitespace-pre-line">
          {closed.reason}
        </p>
      )}
      {hasDraft && <p>{t`Your draft is kept until the thread is reopened.`}</p>}
      {thread.viewer.mayModerate && (
        <Button size="sm" className="mt-2" onClick={reopen}>
          {t`Reopen`}
        </Button>
      )}
    </Note>
  );
}

/** Who closed it, and when. */
function ClosedBy({ closed: { by, at }, own }: { closed: ThreadClosure; own: boolean }) {
  const time = formatMoment(at);
  if (own) return t`Closed by you on ${time}`;
  if (by === null) return t`Closed on ${time}`;
  return (
    <Trans>
      Closed by <PersonName name={by.displayName} /> on {time}
    </Trans>
  );
}
