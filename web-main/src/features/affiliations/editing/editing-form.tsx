import { t } from "@lingui/core/macro";
import { Navigate, useLocation } from "react-router";
import { useWatch } from "react-hook-form";
import type { Affiliation } from "@guildhall/web-kit/api/types.ts";
import { LeaveGuard } from "@guildhall/web-kit/forms/leave-guard.tsx";
import { LONG_TEXT_AREA_MAX } from "@guildhall/web-kit/content/rules.ts";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { TextAreaField, TextField } from "@guildhall/web-kit/ui/field.tsx";
import { CharacterCounter } from "@guildhall/web-kit/features/communities/character-counter.tsx";
import { NAME_MAX } from "@guildhall/web-kit/features/communities/rules.ts";
import { affiliationPath } from "@guildhall/web-kit/features/affiliations/affiliation-badge.tsx";
import { mayDo } from "@guildhall/web-kit/features/affiliations/permissions.ts";
import { changedFields, type PageFields, SHORT_NAME_MAX, TAGLINE_MAX } from "./rules.ts";
import { UrlPathField } from "./url-path-field.tsx";
import { usePageChange } from "./use-page-change.ts";

/** The texts of an affiliation's page. Its name and address need the right to manage the page. */
export function EditingForm({ affiliation }: { affiliation: Affiliation }) {
  const { form, save, submit } = usePageChange(affiliation);
  const [name, shortName, tagline, description, urlPath] = useWatch({
    control: form.control,
    name: ["name", "shortName", "tagline", "description", "urlPath"],
  });
  const texts = { name, shortName, tagline, description, urlPath };
  const changes = changedFields(affiliation, texts);
  const isChanged = Object.keys(changes).length > 0;
  const field = (named: keyof PageFields) => ({
    error: form.formState.errors[named]?.message,
    ...form.register(named),
  });
  const isManager = mayDo(affiliation, "manage-page");
  const { pathname } = useLocation();
  // The address of this tab follows a changed URL path.
  const place = save.data === undefined ? pathname : `${affiliationPath(save.data)}/manage/page`;
  return (
    <form noValidate className="flex flex-col gap-6" onSubmit={(event) => void submit(event)}>
      {isManager && (
        <TextField
          mandatory
          label={t`Name`}
          autoComplete="off"
          aside={<CharacterCounter value={name} max={NAME_MAX} />}
          {...field("name")}
        />
      )}
      {isManager && (
        <TextField
          label={t`Short name`}
          autoComplete="off"
          placeholder={affiliation.shortName}
          hint={t`Stands next to the names of your members. If it is empty, it is made from the name.`}
          aside={<CharacterCounter value={shortName} max={SHORT_NAME_MAX} />}
          className="max-w-80"
          {...field("shortName")}
        />
      )}
      <TextField
        label={t`Tagline`}
        autoComplete="off"
        hint={t`One line below the name`}
        aside={<CharacterCounter value={tagline} max={TAGLINE_MAX} />}
        {...field("tagline")}
      />
      <TextAreaField
        label={t`Description`}
        rows={8}
        maxLength={LONG_TEXT_AREA_MAX}
        {...field("description")}
      />
      {isManager && <UrlPathField {...{ affiliation, form }} />}
      {/* Only one of the two is rendered: saved changes need no leave guard. */}
      {place === pathname ? <LeaveGuard dirty={isChanged} /> : <Navigate replace to={place} />}
      <Button
        type="submit"
        size="lg"
        variant="primary"
        className="md:self-start"
        busy={save.isPending}
        busyLabel={t`Saving...`}
        disabled={!isChanged}
      >{t`Save`}</Button>
    </form>
  );
}
