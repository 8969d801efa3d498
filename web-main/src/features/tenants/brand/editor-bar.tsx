import { t } from "@lingui/core/macro";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { Dot, type DotTone } from "@guildhall/web-kit/ui/dot.tsx";
import { FormAlert, Note } from "@guildhall/web-kit/ui/note.tsx";
import { ProofDialog } from "@guildhall/web-kit/features/second-factor/proof-dialog.tsx";
import { useTenant } from "../page/tenant-context.ts";
import { LeaveGuard } from "@guildhall/web-kit/forms/leave-guard.tsx";
import type { BrandEditor } from "./use-brand-editor.ts";

/** The draft's state with the discard, save and publish buttons. */
export function EditorBar({ editor }: { editor: BrandEditor }) {
  const { tenant } = useTenant();
  const { dirty, busy, state } = editor;
  const { words, tone } = editorStatus(editor);
  const hasDraft = state.draft !== null;
  if (tenant.state === "archived") return null;
  return (
    <div className="sticky bottom-0 z-10 border-t border-line-soft bg-surface px-4 py-3 md:px-6">
      <FormAlert>{editor.form.formState.errors.root?.message}</FormAlert>
      {editor.conflict !== null && <Conflict editor={editor} words={editor.conflict} />}
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="flex items-center gap-2 text-13 text-ink-2">
          <Dot tone={tone} /> {words}
        </p>
        <div className="ms-auto flex flex-wrap gap-2">
          {(dirty || (hasDraft && state.published !== null)) && (
            <Button variant="quiet" busy={busy === "discard"} onClick={() => void editor.discard()}>
              {dirty ? t`Undo changes` : t`Discard draft`}
            </Button>
          )}
          {dirty && (
            <Button
              busy={busy === "save"}
              onClick={() => void editor.save()}
            >{t`Save draft`}</Button>
          )}
          <Button
            variant="primary"
            disabled={!dirty && !hasDraft}
            busy={busy === "publish"}
            onClick={() => void editor.publish()}
          >{t`Publish brand`}</Button>
        </div>
      </div>
      <LeaveGuard dirty={dirty && busy === null} />
      <ProofDialog requested={editor.proof.requested} />
    </div>
  );
}

function editorStatus({ dirty, state }: BrandEditor): { words: string; tone: DotTone } {
  if (dirty) return { words: t`Unsaved changes`, tone: "warning" };
  if (state.draft !== null) return { words: t`Draft, not published`, tone: "brand" };
  if (state.published !== null) return { words: t`Published`, tone: "success" };
  return { words: t`Nothing published yet`, tone: "neutral" };
}

/** An edit conflict: both versions are kept until the user chooses one. */
function Conflict({ editor, words }: { editor: BrandEditor; words: string }) {
  return (
    <Note tone="warning" role="alert" className="mb-3">
      {words}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" onClick={() => void editor.takeTheirs()}>{t`Use their version`}</Button>
        <Button size="sm" onClick={() => void editor.keepMine()}>{t`Overwrite with mine`}</Button>
      </div>
    </Note>
  );
}
