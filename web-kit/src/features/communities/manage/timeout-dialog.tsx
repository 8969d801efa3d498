import { t } from "@lingui/core/macro";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useQueryClient } from "@tanstack/react-query";
import { useForm, useWatch } from "react-hook-form";
import { keys } from "../../../api/keys.ts";
import type { Person } from "../../../api/types.ts";
import { applyProblem } from "../../../forms/apply-problem.ts";
import { Choices } from "../../../ui/choices.tsx";
import { TextAreaField, TextField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { formatMoment } from "../../../ui/time.ts";
import { toast } from "../../../ui/toast-store.ts";
import { CharacterCounter } from "../character-counter.tsx";
import { useManage } from "./manage-context.ts";
import { setMemberTimeout } from "./queries.ts";
import { parseLocalTime, REASON_MAX, type TimeoutFields, timeoutSchema } from "./rules.ts";

const LENGTHS = [
  { value: "1h", title: t`1 hour` },
  { value: "1d", title: t`1 day` },
  { value: "7d", title: t`7 days` },
  { value: "own", title: t`Until a time of your choice` },
] as const;

/** Times out a member; replaces their current timeout. */
export function TimeoutDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { community } = useManage();
  const cache = useQueryClient();
  const name = person.displayName;
  const { register, handleSubmit, setError, control, formState } = useForm<TimeoutFields>({
    resolver: standardSchemaResolver(timeoutSchema),
    defaultValues: { length: "1h", end: "", reason: "" },
  });
  const length = useWatch({ control, name: "length" });
  const reason = useWatch({ control, name: "reason" });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => {
    try {
      const timeout = await setMemberTimeout(community.id, {
        userId: person.userId,
        preset: values.length === "own" ? null : values.length,
        endDate: values.length === "own" ? parseLocalTime(values.end) : null,
        reason: values.reason,
      });
      const end = formatMoment(timeout.endDate);
      toast.success(t`${name} is timed out until ${end}`);
      await cache.invalidateQueries({ queryKey: keys.timeouts(community.id) });
      onClose();
    } catch (error) {
      applyProblem(error, ["reason"], setError, t`An error occurred. Please try again.`);
    }
  });
  return (
    <FormDialog
      title={t`Time out ${name}`}
      description={t`They can still read, but cannot write here until it ends.`}
      confirm={t`Time out`}
      busy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={submit}
      onClose={onClose}
    >
      <Choices label={t`Duration`} choices={LENGTHS} {...register("length")} />
      {length === "own" && (
        <TextField
          type="datetime-local"
          label={t({ message: "Ends", context: "end time of a timeout" })}
          error={errors.end?.message}
          {...register("end")}
        />
      )}
      <TextAreaField
        label={t`Reason`}
        hint={t`Optional, shown to the applicant`}
        error={errors.reason?.message}
        aside={<CharacterCounter value={reason} max={REASON_MAX} />}
        {...register("reason")}
      />
    </FormDialog>
  );
}
