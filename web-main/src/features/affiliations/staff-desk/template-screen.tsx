import { t } from "@lingui/core/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { useFieldArray, useForm } from "react-hook-form";
import type {
  CommunityTemplate,
  TemplateCommunity,
} from "@guildhall/web-kit/api/affiliation-admin-types.ts";
import { applyProblem } from "@guildhall/web-kit/forms/apply-problem.ts";
import { LeaveGuard } from "@guildhall/web-kit/forms/leave-guard.tsx";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { TextAreaField, TextField } from "@guildhall/web-kit/ui/field.tsx";
import { IconButton } from "@guildhall/web-kit/ui/icon-button.tsx";
import { FormAlert } from "@guildhall/web-kit/ui/note.tsx";
import { SelectField } from "@guildhall/web-kit/ui/select-field.tsx";
import { formatMoment } from "@guildhall/web-kit/ui/time.ts";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { VISIBILITY_LABELS } from "@guildhall/web-kit/features/communities/labels.ts";
import { checkDescription, checkTitle } from "@guildhall/web-kit/features/communities/rules.ts";
import { LoadError, TableSkeleton } from "../../staff/parts.tsx";
import { StaffPage } from "../../staff/staff-page.tsx";
import { saveTemplate, templateQuery } from "./queries.ts";

const COMMUNITIES_MAX = 5;
const VISIBILITIES = ["affiliations", "private", "public"] as const;
/** What the server replaces by the affiliation's texts. */
const NAME_MARK = "{affiliation}";
const DESCRIPTION_MARK = "{description}";
const NEW_COMMUNITY: TemplateCommunity = { name: "", description: "", visibility: "affiliations" };

/** The template of the communities that a new affiliation gets (G-088). */
export function TemplateScreen() {
  const { data, error, refetch } = useQuery(templateQuery);
  return (
    <StaffPage title={t`Default communities`} back="/staff/affiliations">
      {data !== undefined ? (
        <TemplateForm template={data} />
      ) : error === null ? (
        <TableSkeleton />
      ) : (
        <LoadError error={error} onRetry={() => void refetch()} />
      )}
    </StaffPage>
  );
}

interface Fields {
  communities: TemplateCommunity[];
}

function TemplateForm({ template }: { template: CommunityTemplate }) {
  const cache = useQueryClient();
  const { register, handleSubmit, setError, reset, control, formState } = useForm<Fields>({
    defaultValues: { communities: template.communities },
  });
  const list = useFieldArray({ control, name: "communities" });
  const { errors, isDirty, isSubmitting } = formState;
  const submit = handleSubmit(async ({ communities }) => {
    try {
      const saved = await saveTemplate(communities);
      cache.setQueryData(templateQuery.queryKey, saved);
      reset({ communities: saved.communities });
      toast.success(t`Default communities saved`);
    } catch (error) {
      const names = communities.flatMap((_, place) =>
        (["name", "description", "visibility"] as const).map(
          (field) => `communities.${place}.${field}` as const,
        ),
      );
      applyProblem(error, names, setError, t`Something went wrong. Please try again.`);
    }
  });
  return (
    <form
      noValidate
      className="flex max-w-[720px] flex-col gap-5 px-4 pt-4 md:px-6"
      onSubmit={(event) => void submit(event)}
    >
      <p className="text-14 text-ink-2">
        {t`Every new affiliation gets these communities. ${NAME_MARK} stands for its name and ${DESCRIPTION_MARK} for its description. Existing communities stay as they are.`}
        {template.updatedAt !== null &&
          ` ${t`Last changed ${{ moment: formatMoment(template.updatedAt) }}.`}`}
      </p>
      <ol className="flex flex-col gap-4">
        {list.fields.map((field, place) => {
          const fault = errors.communities?.[place];
          return (
            <li key={field.id}>
              <fieldset className="flex min-w-0 flex-col gap-4 rounded-lg p-4 edge-line md:p-5">
                <legend className="sr-only">{t`Community ${{ number: place + 1 }}`}</legend>
                <div className="flex items-center gap-2">
                  <p aria-hidden className="flex-1 text-13 font-semibold text-ink-2">
                    {t`Community ${{ number: place + 1 }}`}
                  </p>
                  <IconButton
                    label={t`Remove community ${{ number: place + 1 }}`}
                    icon={<Trash2 size={16} aria-hidden />}
                    disabled={list.fields.length === 1}
                    onClick={() => list.remove(place)}
                  />
                </div>
                <TextField
                  mandatory
                  label={t`Name`}
                  autoComplete="off"
                  error={fault?.name?.message}
                  {...register(`communities.${place}.name`, {
                    validate: (text) => checkTitle(text) ?? true,
                  })}
                />
                <TextAreaField
                  mandatory
                  label={t`Description`}
                  rows={2}
                  error={fault?.description?.message}
                  {...register(`communities.${place}.description`, {
                    validate: (text) => checkDescription(text) ?? true,
                  })}
                />
                <SelectField
                  label={t`Visibility`}
                  className="max-w-72"
                  error={fault?.visibility?.message}
                  {...register(`communities.${place}.visibility`)}
                >
                  {VISIBILITIES.map((value) => (
                    <option key={value} value={value}>
                      {VISIBILITY_LABELS[value]}
                    </option>
                  ))}
                </SelectField>
              </fieldset>
            </li>
          );
        })}
      </ol>
      {list.fields.length < COMMUNITIES_MAX && (
        <Button
          className="self-start"
          icon={<Plus size={15} aria-hidden />}
          onClick={() => list.append(NEW_COMMUNITY)}
        >{t`Add a community`}</Button>
      )}
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
  );
}
