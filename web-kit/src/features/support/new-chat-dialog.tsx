import { t } from "@lingui/core/macro";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { keys } from "../../api/keys.ts";
import type { SupportConversation } from "../../api/support-types.ts";
import { useKeys } from "../../api/use-keys.ts";
import { applyProblem } from "../../forms/apply-problem.ts";
import { TextAreaField, TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { toast } from "../../ui/toast-store.ts";
import { failureText, isRefusal } from "./failure-text.ts";
import { startChat } from "./queries.ts";
import { chatSchema } from "./rules.ts";

export interface NewChatDialogProps {
  /** Members of staff who are available; without any, the chat is a request for later. */
  staffAvailable: number;
  onStarted: (chat: SupportConversation) => void;
  onClose: () => void;
}

/** Starts a chat, or leaves a request while no member of staff is available. */
export function NewChatDialog({ staffAvailable, onStarted, onClose }: NewChatDialogProps) {
  const cache = useQueryClient();
  const keyFor = useKeys();
  const isLive = staffAvailable > 0;
  const { register, handleSubmit, setError, formState } = useForm<{
    topic: string;
    message: string;
  }>({
    resolver: standardSchemaResolver(chatSchema),
    defaultValues: { topic: "", message: "" },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ topic, message }) => {
    const body = { topic, ...(message !== "" && { message }) };
    try {
      const chat = await startChat(body, keyFor(body));
      toast.success(t`Support request submitted successfully`);
      void cache.invalidateQueries({ queryKey: keys.supportConversations });
      void cache.invalidateQueries({ queryKey: keys.supportOverview });
      onClose();
      onStarted(chat);
    } catch (error) {
      const failed = isLive ? t`Failed to start chat` : t`Failed to create support request`;
      if (isRefusal(error)) {
        applyProblem(error, ["topic", "message"], setError, failed);
      } else {
        toast.error(failureText(error, failed));
      }
    }
  });
  return (
    <FormDialog
      title={isLive ? t`Start a chat` : t`Leave a message`}
      description={
        isLive
          ? t`A member of staff is available and answers here.`
          : t`No member of staff is available right now. We answer as soon as we can, and by email if you are not online.`
      }
      confirm={isLive ? t`Start chat` : t`Send request`}
      busyLabel={t`Sending...`}
      busy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        mandatory
        label={t`Topic`}
        autoComplete="off"
        error={errors.topic?.message}
        {...register("topic")}
      />
      <TextAreaField
        label={t`Message`}
        hint={t`Optional`}
        error={errors.message?.message}
        {...register("message")}
      />
    </FormDialog>
  );
}
