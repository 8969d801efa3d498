import { t } from "@lingui/core/macro";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useQueryClient } from "@tanstack/react-query";
import { useForm, useWatch } from "react-hook-form";
import { keys } from "../../../api/keys.ts";
import type { Community } from "../../../api/types.ts";
import { applyProblem } from "../../../forms/apply-problem.ts";
import { LONG_TEXT_AREA_MAX } from "../../../content/rules.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { TextAreaField, TextField } from "../../../ui/field.tsx";
import { FormAlert } from "../../../ui/note.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { CharacterCounter } from "../character-counter.tsx";
import { NAME_MAX, settingsSchema } from "../rules.ts";
import { changeCommunity } from "./queries.ts";

interface Fields {
  name: string;
  description: string;
  membersMayStartThreads: boolean;
  historyFromJoin: boolean;
}

export function SettingsForm({ community }: { community: Community }) {
  const cache = useQueryClient();
  // Another admin's concurrent changes appear in the fields that are not dirty.
  const { register, handleSubmit, setError, reset, control, formState } = useForm<Fields>({
    resolver: standardSchemaResolver(settingsSchema),
    values: fieldsOf(community),
    resetOptions: { keepDirtyValues: true },
  });
  const name = useWatch({ control, name: "name" });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => {
    try {
      const changed = await changeCommunity(community.id, values);
      cache.setQueryData(keys.community(community.id), changed);
      reset(fieldsOf(changed));
      toast.success(t`Settings saved`);
      await cache.invalidateQueries({ queryKey: keys.communityLists });
    } catch (error) {
      applyProblem(error, ["name", "description"], setError, t`Failed to save the settings`);
    }
  });
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <FormAlert>{errors.root?.message}</FormAlert>
      <TextField
        label={t`Name`}
        autoComplete="off"
        error={errors.name?.message}
        aside={<CharacterCounter value={name} max={NAME_MAX} />}
        {...register("name")}
      />
      <TextAreaField
        label={t`Description`}
        maxLength={LONG_TEXT_AREA_MAX}
        rows={5}
        error={errors.description?.message}
        {...register("description")}
      />
      <Checkbox label={t`Members may start threads`} {...register("membersMayStartThreads")} />
      <Checkbox
        label={t`Members see only posts written after they joined`}
        {...register("historyFromJoin")}
      />
      <div>
        <Button
          type="submit"
          variant="primary"
          busy={isSubmitting}
          busyLabel={t`Saving...`}
        >{t`Save`}</Button>
      </div>
    </form>
  );
}

function fieldsOf(community: Community): Fields {
  const { name, description, membersMayStartThreads, historyFromJoin } = community;
  return { name, description, membersMayStartThreads, historyFromJoin };
}
