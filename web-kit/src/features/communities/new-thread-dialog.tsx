import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useNavigate } from "react-router";
import { keys } from "../../api/keys.ts";
import type { Community, Thread } from "../../api/types.ts";
import { addThread, type Pages } from "../../live/reducers.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormAlert } from "../../ui/note.tsx";
import { newKey } from "../../api/new-key.ts";
import { showProblem } from "./form-problem.ts";
import { createThread } from "./queries.ts";
import { NAME_MAX, threadSchema } from "./rules.ts";

const FORM = "new-thread";

export function NewThreadDialog(props: { community: Community; onClose: () => void }) {
  const { community, onClose } = props;
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [key] = useState(newKey);
  const { register, handleSubmit, formState, setError, control } = useForm<{ caption: string }>({
    resolver: standardSchemaResolver(threadSchema),
    defaultValues: { caption: "" },
  });
  const caption = useWatch({ control, name: "caption" });
  const submit = handleSubmit(async (values) => {
    try {
      const thread = await createThread(community.id, values.caption, key);
      cache.setQueryData<Pages<Thread>>(
        keys.threads(community.id),
        (pages) => pages && addThread(pages, thread),
      );
      cache.setQueryData(keys.thread(community.id, thread.id), thread);
      onClose();
      await navigate(`/communities/${community.id}/threads/${thread.id}`);
    } catch (error) {
      showProblem(error, ["caption"], setError, "Failed to create thread");
    }
  });
  const { errors, isSubmitting } = formState;
  return (
    <Dialog
      open
      title="New thread"
      description={`Every member of ${community.name} can post in it.`}
      onOpenChange={(open) => open || onClose()}
      footer={
        <>
          <Button size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button
            size="lg"
            variant="primary"
            type="submit"
            form={FORM}
            busy={isSubmitting}
            busyLabel="Creating..."
          >
            Create
          </Button>
        </>
      }
    >
      <form id={FORM} noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label="Caption"
          hint="What the thread is about, in a few words"
          error={errors.caption?.message}
          aside={<Counted value={caption} />}
          autoComplete="off"
          {...register("caption")}
        />
        <div className="mt-4">
          <FormAlert>{errors.root?.message}</FormAlert>
        </div>
      </form>
    </Dialog>
  );
}

/** Speaks up only when the room runs out. */
export function Counted({ value, max = NAME_MAX }: { value: string; max?: number }) {
  const used = value.trim().length;
  if (used < max * 0.8) return null;
  return (
    <span className={used > max ? "text-12 text-danger-text" : "text-12 text-ink-3"}>
      {used} / {max}
    </span>
  );
}
