import { t } from "@lingui/core/macro";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { applyProblem } from "../../../forms/apply-problem.ts";
import { TextField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { joinByCode } from "./queries.ts";
import { codeSchema } from "./rules.ts";
import { invalidateJoinRequests } from "./use-requests.ts";

/** Dialog that requests to join a community with a private code. */
export function CodeDialog({ onClose }: { onClose: () => void }) {
  const cache = useQueryClient();
  const { register, handleSubmit, setError, formState } = useForm<{ code: string }>({
    resolver: standardSchemaResolver(codeSchema),
    defaultValues: { code: "" },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ code }) => {
    try {
      const request = await joinByCode(code);
      toast.success(t`Join request sent successfully`);
      await invalidateJoinRequests(cache, request.communityId);
      onClose();
    } catch (error) {
      applyProblem(error, ["code"], setError, t`Failed to join with private code`);
    }
  });
  return (
    <FormDialog
      title={t`Join with a code`}
      description={t`An admin of the community then decides about your request.`}
      confirm={t`Send request`}
      busyLabel={t`Sending...`}
      busy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t`Private code`}
        hint={t`8 letters and digits`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="[&_input]:font-mono [&_input]:uppercase"
        error={errors.code?.message}
        {...register("code")}
      />
    </FormDialog>
  );
}
