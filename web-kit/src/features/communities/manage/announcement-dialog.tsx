import { t } from "@lingui/core/macro";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { keys } from "../../../api/keys.ts";
import { newIdempotencyKey } from "../../../api/idempotency-key.ts";
import { applyProblem } from "../../../forms/apply-problem.ts";
import { TextAreaField, TextField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { toContent } from "../../posts/markup.ts";
import { CharacterCounter } from "../character-counter.tsx";
import { useManage } from "./manage-context.ts";
import { createAnnouncement } from "./queries.ts";
import { ANNOUNCEMENT_MAX, announcementSchema, parseLocalTime } from "./rules.ts";

interface Fields {
  content: string;
  start: string;
}

/** Sends an announcement to every member; with a start time it is an event. */
export function AnnouncementDialog({ onClose }: { onClose: () => void }) {
  const { community } = useManage();
  const cache = useQueryClient();
  const [key] = useState(newIdempotencyKey);
  const { register, handleSubmit, setError, control, formState } = useForm<Fields>({
    resolver: standardSchemaResolver(announcementSchema),
    defaultValues: { content: "", start: "" },
  });
  const content = useWatch({ control, name: "content" });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => {
    try {
      const body = { content: toContent(values.content), startsAt: parseLocalTime(values.start) };
      await createAnnouncement(community.id, body, key);
      toast.success(t`Announcement created successfully`);
      await cache.invalidateQueries({ queryKey: keys.announcements(community.id) });
      onClose();
    } catch (error) {
      applyProblem(error, ["content"], setError, t`Failed to create announcement`);
    }
  });
  return (
    <FormDialog
      title={t`New announcement`}
      description={t`Every member of ${{ community: community.name }} is notified.`}
      confirm={t`Announce`}
      busyLabel={t`Announcing...`}
      busy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextAreaField
        label={t`Announcement`}
        rows={5}
        error={errors.content?.message}
        aside={<CharacterCounter value={content} max={ANNOUNCEMENT_MAX} />}
        {...register("content")}
      />
      <TextField
        type="datetime-local"
        label={t({ message: "Starts", context: "start time of an event" })}
        hint={t`Only for an event`}
        error={errors.start?.message}
        {...register("start")}
      />
    </FormDialog>
  );
}
