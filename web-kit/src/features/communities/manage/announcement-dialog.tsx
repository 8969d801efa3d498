import { t } from "@lingui/core/macro";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { keys } from "../../../api/keys.ts";
import { newIdempotencyKey } from "../../../api/idempotency-key.ts";
import type { Announcement, NewAnnouncement } from "../../../api/types.ts";
import { applyProblem } from "../../../forms/apply-problem.ts";
import { TextAreaField, TextField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { CharacterCounter } from "../character-counter.tsx";
import { fieldsOf, toAnnouncementBody } from "./announcement-body.ts";
import { EventFields } from "./event-fields.tsx";
import { useManage } from "./manage-context.ts";
import { createAnnouncement, editAnnouncement } from "./queries.ts";
import { ANNOUNCEMENT_MAX, type AnnouncementFields, announcementSchema } from "./rules.ts";

const FIELDS = ["content", "startsAt", "endsAt", "location", "link", "capacity"] as const;

export interface AnnouncementDialogProps {
  /** The announcement to change; a new one by default. */
  announcement?: Announcement;
  onClose: () => void;
}

/** Writes or changes an announcement to every member; with a start time it is an event. */
export function AnnouncementDialog({ announcement, onClose }: AnnouncementDialogProps) {
  const { community } = useManage();
  const before = announcement ?? null;
  const [initial] = useState(() => fieldsOf(before));
  const [schema] = useState(() => announcementSchema(initial.startsAt));
  const { register, handleSubmit, setError, control, formState } = useForm<AnnouncementFields>({
    resolver: standardSchemaResolver(schema),
    defaultValues: initial,
  });
  const [content, startsAt] = useWatch({ control, name: ["content", "startsAt"] });
  const { errors, isSubmitting } = formState;
  const save = useSave(before);
  const submit = handleSubmit(async (values) => {
    try {
      await save(toAnnouncementBody(values, before));
      onClose();
    } catch (error) {
      const failed =
        before === null ? t`Failed to create announcement` : t`Failed to change announcement`;
      applyProblem(error, FIELDS, setError, failed);
    }
  });
  // An announcement stays what it is: it cannot become an event later.
  const mayBeEvent = before === null || before.startsAt !== null;
  return (
    <FormDialog
      {...textsOf(before, community.name)}
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
      {mayBeEvent && (
        <TextField
          type="datetime-local"
          label={t({ message: "Starts", context: "start time of an event" })}
          hint={before === null ? t`Only for an event` : undefined}
          error={errors.startsAt?.message}
          {...register("startsAt")}
        />
      )}
      {mayBeEvent && startsAt !== "" && <EventFields {...{ register, errors }} />}
    </FormDialog>
  );
}

function textsOf(before: Announcement | null, community: string) {
  if (before === null) {
    return {
      title: t`New announcement`,
      description: t`Every member of ${{ community }} is notified.`,
      confirm: t`Announce`,
      busyLabel: t`Announcing...`,
    };
  }
  return {
    title: before.startsAt === null ? t`Edit announcement` : t`Edit event`,
    ...(before.startsAt !== null && {
      description: t`People who answered yes or maybe are notified of the change.`,
    }),
    confirm: t`Save`,
    busyLabel: t`Saving...`,
  };
}

/** Creates the announcement, or changes the given one. */
function useSave(before: Announcement | null) {
  const { community } = useManage();
  const cache = useQueryClient();
  const [key] = useState(newIdempotencyKey);
  return async (body: NewAnnouncement) => {
    if (before === null) {
      await createAnnouncement(community.id, body, key);
      toast.success(t`Announcement created successfully`);
    } else {
      await editAnnouncement(before, body);
      toast.success(t`Changes saved`);
    }
    await Promise.all([
      cache.invalidateQueries({ queryKey: keys.announcements(community.id) }),
      cache.invalidateQueries({ queryKey: keys.events }),
    ]);
  };
}
