import { t } from "@lingui/core/macro";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useQueryClient } from "@tanstack/react-query";
import { useForm, useWatch } from "react-hook-form";
import { applyProblem } from "../../../forms/apply-problem.ts";
import { setInThread } from "../../../live/change-thread.ts";
import { TextField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { RemainingCharacters } from "../new-thread-dialog.tsx";
import { threadSchema } from "../rules.ts";
import { renameThread } from "./queries.ts";
import type { ThreadDialogProps } from "./thread-dialog.tsx";

export function RenameDialog({ thread, onClose }: ThreadDialogProps) {
  const cache = useQueryClient();
  const { register, handleSubmit, formState, setError, control } = useForm<{ caption: string }>({
    resolver: standardSchemaResolver(threadSchema),
    defaultValues: { caption: thread.caption },
  });
  const caption = useWatch({ control, name: "caption" });
  const submit = handleSubmit(async (values) => {
    try {
      const renamed = await renameThread(thread, values.caption);
      const { communityId, id: threadId } = thread;
      setInThread(cache, { communityId, threadId }, { caption: renamed.caption });
      toast.success(t`Thread renamed`);
      onClose();
    } catch (error) {
      applyProblem(error, ["caption"], setError, t`An error occurred. Please try again.`);
    }
  });
  const { errors, isSubmitting } = formState;
  return (
    <FormDialog
      title={t`Rename thread`}
      confirm={t`Rename`}
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
