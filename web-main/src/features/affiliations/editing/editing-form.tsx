import { Link, Navigate } from "react-router";
import { useWatch } from "react-hook-form";
import type { Affiliation } from "@guildhall/web-kit/api/types.ts";
import { LeaveGuard } from "@guildhall/web-kit/forms/leave-guard.tsx";
import { LONG_TEXT_AREA_MAX } from "@guildhall/web-kit/content/rules.ts";
import { Button, ButtonLink } from "@guildhall/web-kit/ui/button.tsx";
import { TextAreaField, TextField } from "@guildhall/web-kit/ui/field.tsx";
import { CharacterCounter } from "@guildhall/web-kit/features/communities/character-counter.tsx";
import { NAME_MAX } from "@guildhall/web-kit/features/communities/rules.ts";
import { affiliationPath } from "@guildhall/web-kit/features/affiliations/affiliation-badge.tsx";
import { changedFields, type PageFields, TAGLINE_MAX } from "./rules.ts";
import { UrlPathField } from "./url-path-field.tsx";
import { usePageChange } from "./use-page-change.ts";

/** The texts of an affiliation's page. */
export function EditingForm({ affiliation }: { affiliation: Affiliation }) {
  const { form, save, submit } = usePageChange(affiliation);
  const [name, tagline, description, urlPath] = useWatch({
    control: form.control,
    name: ["name", "tagline", "description", "urlPath"],
  });
  const changes = changedFields(affiliation, { name, tagline, description, urlPath });
  const isChanged = Object.keys(changes).length > 0;
  const field = (named: keyof PageFields) => ({
    error: form.formState.errors[named]?.message,
    ...form.register(named),
  });
  const home = affiliationPath(affiliation);
  return (
    <form noValidate className="mt-6 flex flex-col gap-6" onSubmit={(event) => void submit(event)}>
      <TextField
        mandatory
        label="Name"
        autoComplete="off"
        aside={<CharacterCounter value={name} max={NAME_MAX} />}
        {...field("name")}
      />
      <TextField
        label="Tagline"
        autoComplete="off"
        hint="One line below the name"
        aside={<CharacterCounter value={tagline} max={TAGLINE_MAX} />}
        {...field("tagline")}
      />
      <TextAreaField
        label="Description"
        rows={8}
        maxLength={LONG_TEXT_AREA_MAX}
        {...field("description")}
      />
      <UrlPathField {...{ affiliation, form }} />
      <p className="text-14 text-ink-2">
        Edit the questions for applicants in the{" "}
        <Link to={`${home}/questionnaire`} className="link">
          questionnaire
        </Link>
        .
      </p>
      {/* Only one of the two is rendered: saved changes need no leave guard. */}
      {save.data === undefined ? (
        <LeaveGuard dirty={isChanged} />
      ) : (
        <Navigate replace to={affiliationPath(save.data)} />
      )}
      <div className="flex gap-2 max-md:flex-col-reverse">
        <ButtonLink to={home} size="lg">
          Cancel
        </ButtonLink>
        <Button
          type="submit"
          size="lg"
          variant="primary"
          busy={save.isPending || save.isSuccess}
          busyLabel="Saving..."
          disabled={!isChanged}
        >
          Save
        </Button>
      </div>
    </form>
  );
}
