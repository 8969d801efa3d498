import { t } from "@lingui/core/macro";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useEffect } from "react";
import { Controller, useForm, useWatch } from "react-hook-form";
import type { ArticleDraft, Community } from "../../../api/types.ts";
import { applyProblem } from "../../../forms/apply-problem.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { FormAlert } from "../../../ui/note.tsx";
import { CharacterCounter } from "../../communities/character-counter.tsx";
import { NAME_MAX } from "../../communities/rules.ts";
import { type DraftTarget, type DraftText, deleteDraft } from "../queries.ts";
import { type ArticleFields, articleSchema } from "../rules.ts";
import { DiscardButton } from "./discard-button.tsx";
import { DraftStatus } from "./draft-status.tsx";
import { ElsewhereNote } from "./elsewhere-note.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { Preview } from "./preview.tsx";
import { SharedChoice } from "./shared-choice.tsx";
import { SplitView } from "./split-view.tsx";
import { ContentField } from "./content-field.tsx";
import { useDraft } from "./use-draft.ts";
import { textOf } from "./with-draft.tsx";

export interface ArticleEditorProps {
  place: DraftTarget;
  community: Community;
  /** The stored draft with which the fields are filled initially. */
  draft: ArticleDraft | null;
  /** The initial field values without a draft. */
  bare: ArticleFields;
  /** Label of the publish button. */
  confirm: string;
  /** Error message, if the error has none of its own. */
  failed: string;
  /** The target of the cancel link. */
  back: string;
  onPublish: (fields: ArticleFields) => Promise<void>;
}

/** The article editor: fields, preview, and a draft that is saved automatically. */
export function ArticleEditor(props: ArticleEditorProps) {
  const { place, community, bare } = props;
  const start = { ...bare, ...(props.draft !== null && textOf(props.draft)) };
  const stored = { text: textOf(start), savedAt: props.draft?.updatedAt ?? null };
  const { autosave, state, elsewhere, settle } = useDraft(place, stored);
  const form = useForm<ArticleFields>({
    resolver: standardSchemaResolver(articleSchema),
    defaultValues: start,
  });
  const { register, handleSubmit, setError, control, formState } = form;
  const { errors, isSubmitting } = formState;
  const [title, content] = useWatch({ control, name: ["title", "content"] });
  useEffect(() => autosave.write({ title, content }), [autosave, title, content]);
  const publish = handleSubmit(async (fields) => {
    // A draft saved after the publication would exist again.
    await autosave.stop();
    try {
      await props.onPublish(fields);
    } catch (error) {
      autosave.goOn();
      applyProblem(error, ["title", "content"], setError, props.failed);
    }
  });
  const take = (text: DraftText, savedAt: string | null) => {
    autosave.takeUp({ text, savedAt });
    form.reset({ ...form.getValues(), ...text });
    settle();
  };
  const discard = async () => {
    await autosave.stop();
    await deleteDraft(place).catch((error: unknown) => {
      autosave.goOn();
      throw error;
    });
    take(textOf(bare), null);
  };
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void publish(event)}>
      <LeaveGuard autosave={autosave} />
      <FormAlert>{errors.root?.message}</FormAlert>
      {elsewhere !== undefined && (
        <ElsewhereNote
          draft={elsewhere}
          onTake={() => take(textOf(elsewhere ?? bare), elsewhere?.updatedAt ?? null)}
          onKeep={() => {
            const text = textOf(elsewhere ?? bare);
            autosave.replace({ text, savedAt: elsewhere?.updatedAt ?? null });
            settle();
          }}
        />
      )}
      <TextField
        label={t`Title`}
        autoComplete="off"
        dir="auto"
        error={errors.title?.message}
        aside={<CharacterCounter value={title} max={NAME_MAX} />}
        {...register("title")}
      />
      <SplitView preview={<Preview {...{ title, content }} />}>
        <Controller
          control={control}
          name="content"
          render={({ field: { value, onChange, onBlur, ref } }) => (
            <ContentField {...{ value, onChange, onBlur, ref }} error={errors.content?.message} />
          )}
        />
      </SplitView>
      <SharedChoice community={community} {...register("shared")} />
      {/* Sticky, so that it is reachable however long the text is. */}
      <div className="sticky bottom-0 -mx-5 flex flex-wrap items-center gap-x-2 border-t border-line-soft bg-surface px-5 py-3 md:-mx-6 md:px-6">
        <DraftStatus {...{ autosave, state }} />
        {state.savedAt !== null && <DiscardButton onDiscard={discard} />}
        <span className="ms-auto flex gap-2">
          <ButtonLink size="lg" to={props.back}>{t`Cancel`}</ButtonLink>
          <Button
            size="lg"
            variant="primary"
            type="submit"
            busy={isSubmitting}
            busyLabel={t`Publishing...`}
          >
            {props.confirm}
          </Button>
        </span>
      </div>
    </form>
  );
}
