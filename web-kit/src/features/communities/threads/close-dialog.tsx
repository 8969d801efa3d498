import { t } from "@lingui/core/macro";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useQueryClient } from "@tanstack/react-query";
import { useForm, useWatch } from "react-hook-form";
import { z } from "zod/mini";
import { applyProblem } from "../../../forms/apply-problem.ts";
import { setInThread } from "../../../live/change-thread.ts";
import { TextAreaField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { CharacterCounter } from "../character-counter.tsx";
import { optionalNote } from "../rules.ts";
import { closeThread } from "./queries.ts";
import type { ThreadDialogProps } from "./thread-dialog.tsx";

const REASON_MAX = 500;
const schema = z.object({ reason: optionalNote(REASON_MAX) });

export function CloseDialog({ thread, onClose }: ThreadDialogProps) {
  const cache = useQueryClient();
  const { register, handleSubmit, formState, setError, control } = useForm<{ reason: string }>({
    resolver: standardSchemaResolver(schema),
    defaultValues: { reason: "" },
  });
  const reason = useWatch({ control, name: "reason" });
  const submit = handleSubmit(async (values) => {
    try {
      const { closed } = await closeThread(thread, values.reason);
      const { communityId, id: threadId } = thread;
      setInThread(cache, { communityId, threadId }, { closed });
      toast.success(t`Thread closed`);
      onClose();
    } catch (error) {
      applyProblem(error, ["reason"], setError, t`An error occurred. Please try again.`);
    }
  });
  const { errors, isSubmitting } = formState;
  return (
    <FormDialog
      title={t`Close this thread?`}
      description={t`Nobody can post in it until it is reopened. Its posts stay readable.`}
      confirm={t`Close thread`}
      busy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextAreaField
        label={t`Reason`}
        hint={t`Optional, shown to everyone who can read the thread`}
        error={errors.reason?.message}
        aside={<CharacterCounter value={reason} max={REASON_MAX} />}
        {...register("reason")}
      />
    </FormDialog>
  );
}
