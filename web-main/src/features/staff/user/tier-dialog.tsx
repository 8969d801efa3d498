import { t } from "@lingui/core/macro";
import { useForm } from "react-hook-form";
import type { StaffUser, Subscription } from "@guildhall/web-kit/api/staff-types.ts";
import { applyProblem } from "@guildhall/web-kit/forms/apply-problem.ts";
import { TextField } from "@guildhall/web-kit/ui/field.tsx";
import { SelectField } from "@guildhall/web-kit/ui/select-field.tsx";
import { type ChangeDialogProps, FormDialog } from "@guildhall/web-kit/ui/form-dialog.tsx";
import { setSubscription } from "../queries.ts";

const tiers: readonly Subscription[] = ["Basic", "Premium", "Enterprise", "Signature"];

function isTier(text: string): text is Subscription {
  return tiers.some((tier) => tier === text);
}

const dayOf = (time: string | null) => (time === null ? "" : time.slice(0, 10));
const startOf = (day: string) => (day === "" ? null : `${day}T00:00:00Z`);

/** Sets a member's tier and its end date. */
export function TierDialog(props: ChangeDialogProps & { user: StaffUser; name: string }) {
  const { user } = props;
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: {
      subscription: user.subscription,
      subscriptionStartDate: dayOf(user.subscriptionStartDate),
      subscriptionEndDate: dayOf(user.subscriptionEndDate),
      reason: "",
    },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => {
    try {
      await setSubscription(user.id, {
        subscription: isTier(values.subscription) ? values.subscription : "Basic",
        subscriptionStartDate: startOf(values.subscriptionStartDate),
        subscriptionEndDate: startOf(values.subscriptionEndDate),
        reason: values.reason,
      });
      props.onClose();
      await props.onDone();
    } catch (error) {
      const fields = ["subscription", "subscriptionEndDate", "reason"] as const;
      applyProblem(error, fields, setError, t`Something went wrong. Please try again.`);
    }
  });
  return (
    <FormDialog
      title={t`Change the tier of ${{ name: props.name }}`}
      description={t`The tier determines how many communities a member may create.`}
      confirm={t`Save`}
      busy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <SelectField
        label={t`Tier`}
        error={errors.subscription?.message}
        {...register("subscription")}
      >
        {tiers.map((tier) => (
          <option key={tier} value={tier}>
            {tier}
          </option>
        ))}
      </SelectField>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField type="date" label={t`From`} {...register("subscriptionStartDate")} />
        <TextField
          type="date"
          label={t`Until`}
          error={errors.subscriptionEndDate?.message}
          {...register("subscriptionEndDate")}
        />
      </div>
      <TextField
        label={t`Reason`}
        hint={t`Optional`}
        maxLength={500}
        error={errors.reason?.message}
        {...register("reason")}
      />
    </FormDialog>
  );
}
