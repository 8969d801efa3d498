import { t } from "@lingui/core/macro";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useQueryClient } from "@tanstack/react-query";
import { useForm, useWatch } from "react-hook-form";
import { useNavigate } from "react-router";
import { keys } from "../../api/keys.ts";
import type { Community } from "../../api/types.ts";
import { useKeys } from "../../api/use-keys.ts";
import { countCharacters } from "../../content/rules.ts";
import { applyProblem } from "../../forms/apply-problem.ts";
import { addThread } from "../../live/reducers.ts";
import { changeThreadLists } from "../../live/change-thread.ts";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { createThread } from "./queries.ts";
import { NAME_MAX, threadSchema } from "./rules.ts";

export function NewThreadDialog(props: { community: Community; onClose: () => void }) {
  const { community, onClose } = props;
  const cache = useQueryClient();
  const navigate = useNavigate();
  const keyFor = useKeys();
  const { register, handleSubmit, formState, setError, control } = useForm<{ caption: string }>({
    resolver: standardSchemaResolver(threadSchema),
    defaultValues: { caption: "" },
  });
  const caption = useWatch({ control, name: "caption" });
  const submit = handleSubmit(async (values) => {
    try {
      const thread = await createThread(community.id, values.caption, keyFor(values));
      changeThreadLists(cache, community.id, (pages, sort) => addThread(pages, thread, sort));
      cache.setQueryData(keys.thread(community.id, thread.id), thread);
      onClose();
      await navigate(`/communities/${community.id}/threads/${thread.id}`);
    } catch (error) {
      applyProblem(error, ["caption"], setError, t`Failed to create thread`);
    }
  });
  const { errors, isSubmitting } = formState;
  return (
    <FormDialog
      title={t`New thread`}
      description={t`Every member of ${{ community: community.name }} can post in it.`}
      confirm={t`Create`}
      busyLabel={t`Creating...`}
      busy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t`Caption`}
        hint={t`What the thread is about, in a few words`}
        error={errors.caption?.message}
        aside={<RemainingCharacters value={caption} />}
        autoComplete="off"
        {...register("caption")}
      />
    </FormDialog>
  );
}

/** Character counter that appears only near the limit. */
export function RemainingCharacters({ value, max = NAME_MAX }: { value: string; max?: number }) {
  const used = countCharacters(value.trim());
  if (used < max * 0.8) return null;
  return (
    <span className={used > max ? "text-12 text-danger-text" : "text-12 text-ink-3"}>
      {used} / {max}
    </span>
  );
}
