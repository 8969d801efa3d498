import { t } from "@lingui/core/macro";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useQueryClient } from "@tanstack/react-query";
import { useForm, useWatch } from "react-hook-form";
import { keys } from "@guildhall/web-kit/api/keys.ts";
import type { StaffAffiliation } from "@guildhall/web-kit/api/affiliation-admin-types.ts";
import { LONG_TEXT_AREA_MAX } from "@guildhall/web-kit/content/rules.ts";
import { applyProblem } from "@guildhall/web-kit/forms/apply-problem.ts";
import { LeaveGuard } from "@guildhall/web-kit/forms/leave-guard.tsx";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { Checkbox } from "@guildhall/web-kit/ui/checkbox.tsx";
import { TextAreaField, TextField } from "@guildhall/web-kit/ui/field.tsx";
import { FormAlert } from "@guildhall/web-kit/ui/note.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { CharacterCounter } from "@guildhall/web-kit/features/communities/character-counter.tsx";
import { NAME_MAX } from "@guildhall/web-kit/features/communities/rules.ts";
import { UPDATE_FAILED } from "../editing/messages.ts";
import { SHORT_NAME_MAX, TAGLINE_MAX } from "../editing/rules.ts";
import { auditKey } from "./audit-key.ts";
import { changeStaffAffiliation, staffAffiliationKey } from "./queries.ts";
import { changedDetails, type Details, detailsOf, detailsSchema } from "./rules.ts";

const fields = [
  "name",
  "shortName",
  "tagline",
  "description",
  "website",
  "isVerified",
  "isPrivate",
] as const;

/** Every field of an affiliation, as staff edit it. Only the differences are sent. */
export function DetailsForm({ affiliation }: { affiliation: StaffAffiliation }) {
  const cache = useQueryClient();
  const { register, handleSubmit, setError, reset, control, formState } = useForm<Details>({
    resolver: standardSchemaResolver(detailsSchema),
    defaultValues: detailsOf(affiliation),
  });
  const { errors, isDirty, isSubmitting } = formState;
  const [name, shortName, tagline] = useWatch({ control, name: ["name", "shortName", "tagline"] });
  const submit = handleSubmit(async (values) => {
    try {
      const saved = await changeStaffAffiliation(
        affiliation.id,
        changedDetails(affiliation, values),
      );
      cache.setQueryData(staffAffiliationKey(affiliation.id), saved);
      reset(detailsOf(saved));
      toast.success(t`Affiliation updated successfully!`);
      for (const queryKey of [
        [...keys.staffAffiliations, "list"],
        auditKey,
        keys.openAffiliations,
        keys.affiliations,
      ]) {
        // Not awaited: it would wait while offline.
        void cache.invalidateQueries({ queryKey });
      }
    } catch (error) {
      applyProblem(error, fields, setError, UPDATE_FAILED);
    }
  });
  return (
    <section aria-labelledby="details" className="px-4 md:px-6">
      <h2 id="details" className="text-15 font-semibold">{t`Details`}</h2>
      <form
        noValidate
        className="mt-3 flex max-w-[620px] flex-col gap-5"
        onSubmit={(event) => void submit(event)}
      >
        <TextField
          mandatory
          label={t`Name`}
          autoComplete="off"
          aside={<CharacterCounter value={name} max={NAME_MAX} />}
          error={errors.name?.message}
          {...register("name")}
        />
        <TextField
          label={t`Short name`}
          autoComplete="off"
          placeholder={affiliation.shortName}
          hint={t`Stands next to the names of its members. If it is empty, it is made from the name.`}
          aside={<CharacterCounter value={shortName} max={SHORT_NAME_MAX} />}
          className="max-w-80"
          error={errors.shortName?.message}
          {...register("shortName")}
        />
        <TextField
          label={t`Tagline`}
          autoComplete="off"
          aside={<CharacterCounter value={tagline} max={TAGLINE_MAX} />}
          error={errors.tagline?.message}
          {...register("tagline")}
        />
        <TextAreaField
          label={t`Description`}
          rows={5}
          maxLength={LONG_TEXT_AREA_MAX}
          error={errors.description?.message}
          {...register("description")}
        />
        <TextField
          label={t`Website`}
          type="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://"
          error={errors.website?.message}
          {...register("website")}
        />
        <Checkbox
          label={
            <>
              <span className="block font-medium">{t`Verified`}</span>
              <span className="block text-13 text-ink-3">{t`Staff confirmed that it is the organisation it names.`}</span>
            </>
          }
          {...register("isVerified")}
        />
        <Checkbox
          label={
            <>
              <span className="block font-medium">{t`Private`}</span>
              <span className="block text-13 text-ink-3">{t`Only its members find it in the directory. Members and pending requests stay.`}</span>
            </>
          }
          {...register("isPrivate")}
        />
        <LeaveGuard dirty={isDirty && !isSubmitting} />
        <FormAlert>{errors.root?.message}</FormAlert>
        <Button
          type="submit"
          variant="primary"
          className="md:self-start"
          busy={isSubmitting}
          busyLabel={t`Saving...`}
          disabled={!isDirty}
        >{t`Save`}</Button>
      </form>
    </section>
  );
}
