import { t } from "@lingui/core/macro";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import type { Me } from "../../api/types.ts";
import { applyProblem } from "../../forms/apply-problem.ts";
import { useBoot } from "../../shell/app.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { FormAlert } from "../../ui/note.tsx";
import { PasswordField } from "../../ui/password-input.tsx";
import { toast } from "../../ui/toast-store.ts";
import { UsernameField } from "../../ui/username-field.tsx";
import { ProofDialog } from "../second-factor/proof-dialog.tsx";
import { ProofCancelled, useProof } from "../second-factor/use-proof.ts";
import { deviceKeys } from "./device-queries.ts";
import { changePassword } from "./password-queries.ts";
import { passwordRules, type PasswordValues } from "./password-rules.ts";
import { SettingsGroup } from "./section.tsx";

const fields = ["currentPassword", "newPassword", "confirmPassword"] as const;
const blank: PasswordValues = {
  currentPassword: "",
  newPassword: "",
  confirmPassword: "",
  signOutOthers: true,
};

export function PasswordSection({ me }: { me: Me }) {
  const cache = useQueryClient();
  const { withProof, requested } = useProof();
  const { passwordMinLength } = useBoot().features;
  const form = useForm<PasswordValues>({
    resolver: standardSchemaResolver(passwordRules(me, passwordMinLength)),
    defaultValues: blank,
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      const { message } = await withProof(() => changePassword(values));
      form.reset(blank);
      toast.success(message);
      await cache.invalidateQueries({ queryKey: deviceKeys.all });
    } catch (error) {
      if (error instanceof ProofCancelled) return;
      applyProblem(error, fields, form.setError, t`Failed to update password`);
    }
  });
  return (
    <SettingsGroup>
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        <UsernameField email={me.email} />
        <FormAlert>{errors.root?.message}</FormAlert>
        <PasswordField
          label={t`Current password`}
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...form.register("currentPassword")}
        />
        <PasswordField
          label={t`New password`}
          autoComplete="new-password"
          hint={t`With an upper-case letter, a lower-case letter and a number. Longer is better.`}
          error={errors.newPassword?.message}
          {...form.register("newPassword")}
        />
        <PasswordField
          label={t`Confirm new password`}
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          {...form.register("confirmPassword")}
        />
        <Checkbox label={t`Sign out everywhere else`} {...form.register("signOutOthers")} />
        <div>
          <Button
            type="submit"
            variant="primary"
            busy={isSubmitting}
            busyLabel={t`Saving...`}
          >{t`Change password`}</Button>
        </div>
      </form>
      <ProofDialog requested={requested} />
    </SettingsGroup>
  );
}
