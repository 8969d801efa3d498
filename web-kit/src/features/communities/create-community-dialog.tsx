import { t } from "@lingui/core/macro";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useNavigate } from "react-router";
import { keys } from "../../api/keys.ts";
import { newIdempotencyKey } from "../../api/idempotency-key.ts";
import type { NewCommunity } from "../../api/types.ts";
import { applyProblem } from "../../forms/apply-problem.ts";
import { useBoot } from "../../shell/app.ts";
import { LONG_TEXT_AREA_MAX } from "../../content/rules.ts";
import { TextAreaField, TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { useMe } from "../accounts/queries.ts";
import { AffiliationChoice } from "./affiliation-choice.tsx";
import { Choices } from "../../ui/choices.tsx";
import { RemainingCharacters } from "./new-thread-dialog.tsx";
import { createCommunity } from "./queries.ts";
import { communitySchema } from "./rules.ts";

const KINDS = [
  { value: "community", title: t`Community`, text: t`Open discussion about a subject` },
  { value: "trust-circle", title: t`Trust circle`, text: t`A few people who know one another` },
] as const;

const VISIBILITIES = [
  { value: "public", title: t`Public`, text: t`Listed, and open to join` },
  {
    value: "affiliations",
    title: t`Affiliations`,
    text: t`Listed for members of chosen affiliations`,
  },
  { value: "private", title: t`Private`, text: t`Not listed` },
] as const;

export function CreateCommunityDialog({ onClose }: { onClose: () => void }) {
  const { portal } = useBoot();
  const me = useMe();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [key] = useState(newIdempotencyKey);
  const form = useForm<NewCommunity>({
    resolver: standardSchemaResolver(communitySchema),
    defaultValues: {
      name: "",
      description: "",
      groupType: "community",
      visibility: "public",
      // A community created on a portal belongs to its affiliation.
      affiliations: portal === null ? [] : [portal.affiliationId],
      requireAllAffiliations: false,
    },
  });
  const { register, handleSubmit, setError, setValue, getValues, control } = form;
  const [hasChosen, setHasChosen] = useState(false);
  // Trust circles default to private, other communities to public.
  const suggestVisibility = () => {
    const usual = getValues("groupType") === "trust-circle" ? "private" : "public";
    if (!hasChosen) setValue("visibility", usual);
  };
  const { name, affiliations, requireAllAffiliations } = useWatch({ control });
  const { errors, isSubmitting } = form.formState;
  const submit = handleSubmit(async (values) => {
    try {
      const community = await createCommunity(values, key);
      cache.setQueryData(keys.community(community.id), community);
      await Promise.all([
        cache.invalidateQueries({ queryKey: keys.communityLists }),
        cache.invalidateQueries({ queryKey: keys.me }),
      ]);
      onClose();
      await navigate(`/communities/${community.id}`);
    } catch (error) {
      const fields = ["name", "description", "affiliations"] as const;
      applyProblem(error, fields, setError, t`Failed to create community`);
    }
  });
  return (
    <FormDialog
      title={t`New community`}
      description={t`You will be its first member and its admin.`}
      confirm={t`Create`}
      busyLabel={t`Creating...`}
      busy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t`Name`}
        error={errors.name?.message}
        aside={<RemainingCharacters value={name ?? ""} />}
        autoComplete="off"
        {...register("name")}
      />
      <TextAreaField
        label={t`Description`}
        maxLength={LONG_TEXT_AREA_MAX}
        hint={t`Its purpose and who it is for`}
        error={errors.description?.message}
        {...register("description")}
      />
      <Choices
        label={t`Kind`}
        choices={KINDS}
        {...register("groupType", { onChange: suggestVisibility })}
      />
      <Choices
        label={t`Visibility`}
        choices={VISIBILITIES}
        {...register("visibility", { onChange: () => setHasChosen(true) })}
      />
      <AffiliationChoice
        affiliations={me?.affiliations ?? []}
        locked={portal?.affiliationId ?? null}
        chosen={affiliations ?? []}
        requireAll={requireAllAffiliations ?? false}
        error={errors.affiliations?.message}
        onChosen={(ids) => setValue("affiliations", ids, { shouldValidate: true })}
        onRequireAll={(all) => setValue("requireAllAffiliations", all)}
      />
    </FormDialog>
  );
}
