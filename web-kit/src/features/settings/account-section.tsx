import { t } from "@lingui/core/macro";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import type { Me } from "../../api/types.ts";
import { applyProblem } from "../../forms/apply-problem.ts";
import { Button } from "../../ui/button.tsx";
import { FactList } from "../../ui/fact-list.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormAlert } from "../../ui/note.tsx";
import { formatDate } from "../../ui/time.ts";
import { toast } from "../../ui/toast-store.ts";
import { meQuery } from "../accounts/queries.ts";
import { changeMe } from "./queries.ts";
import { nameRules, type NameValues } from "./rules.ts";
import { SettingsGroup } from "./section.tsx";

export function AccountSection({ me }: { me: Me }) {
  return (
    <>
      <SettingsGroup>
        <NameForm me={me} />
      </SettingsGroup>
      <SettingsGroup title={t`Membership`}>
        <FactList
          facts={[
            [t`Email address`, me.email],
            [t`Tier`, me.subscription],
            [t`Member since`, formatDate(me.joinedDate)],
          ]}
        />
      </SettingsGroup>
    </>
  );
}

function NameForm({ me }: { me: Me }) {
  const cache = useQueryClient();
  const save = useMutation({ mutationFn: changeMe });
  const form = useForm<NameValues>({
    resolver: standardSchemaResolver(nameRules),
    values: { firstName: me.firstName, lastName: me.lastName },
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      cache.setQueryData(meQuery.queryKey, await save.mutateAsync(values));
      toast.success(t`Your name was saved.`);
    } catch (error) {
      const fields = ["firstName", "lastName"] as const;
      applyProblem(error, fields, form.setError, t`Your name could not be saved.`);
    }
  });
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t`First name`}
          autoComplete="given-name"
          error={errors.firstName?.message}
          {...form.register("firstName")}
        />
        <TextField
          label={t`Last name`}
          autoComplete="family-name"
          error={errors.lastName?.message}
          {...form.register("lastName")}
        />
      </div>
      <FormAlert>{errors.root?.message}</FormAlert>
      <div>
        <Button
          type="submit"
          variant="primary"
          disabled={!isDirty && !isSubmitting}
          busy={isSubmitting}
          busyLabel={t`Saving...`}
        >{t`Save name`}</Button>
      </div>
    </form>
  );
}
