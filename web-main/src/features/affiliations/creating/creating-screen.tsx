import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useWatch } from "react-hook-form";
import { Link } from "react-router";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { Checkbox } from "@guildhall/web-kit/ui/checkbox.tsx";
import { TextAreaField, TextField } from "@guildhall/web-kit/ui/field.tsx";
import { FormAlert } from "@guildhall/web-kit/ui/note.tsx";
import { SEARCH_PAUSE_MS, useDebounced } from "@guildhall/web-kit/ui/use-debounced.ts";
import { CharacterCounter } from "@guildhall/web-kit/features/communities/character-counter.tsx";
import { NAME_MAX } from "@guildhall/web-kit/features/communities/rules.ts";
import { StaffPage } from "../../staff/staff-page.tsx";
import { SimilarNames } from "../adding/similar-names.tsx";
import { useCreation } from "./use-creation.ts";

/** Creates an approved affiliation, as staff (F-064). */
export function CreatingScreen() {
  const { form, busy, submit } = useCreation();
  const { register, control, formState } = form;
  const { errors } = formState;
  const name = useWatch({ control, name: "name" });
  return (
    <StaffPage title={t`New affiliation`} back="/staff/affiliations">
      <form
        noValidate
        className="flex max-w-[620px] flex-col gap-6 px-4 pt-5 md:px-6"
        onSubmit={(event) => void submit(event)}
      >
        <TextField
          mandatory
          label={t`Name`}
          error={errors.name?.message}
          aside={<CharacterCounter value={name} max={NAME_MAX} />}
          autoComplete="off"
          {...register("name")}
        />
        <DuplicateNameNote name={name} />
        <TextAreaField
          mandatory
          rows={4}
          label={t`Description`}
          hint={t`Its purpose and who it is for. Shown in the directory.`}
          error={errors.description?.message}
          {...register("description")}
        />
        <TextField
          label={t`Tagline`}
          autoComplete="off"
          error={errors.tagline?.message}
          {...register("tagline")}
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
        <TextField
          label={t`Creator’s email`}
          type="email"
          hint={t`Its first member, who manages it. Leave empty to use your own account.`}
          autoComplete="off"
          error={errors.creatorEmail?.message}
          {...register("creatorEmail")}
        />
        <Checkbox
          label={
            <>
              <span className="block font-medium">{t`Private`}</span>
              <span className="block text-13 text-ink-3">{t`Only its members find it in the directory; others join by invitation.`}</span>
            </>
          }
          {...register("isPrivate")}
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
        <p className="text-13 text-ink-2">
          <Trans>
            It gets the{" "}
            <Link to="/staff/affiliations/template" className="link">
              default communities
            </Link>{" "}
            and is listed immediately.
          </Trans>
        </p>
        <FormAlert>{errors.root?.message}</FormAlert>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          className="md:self-start"
          busy={busy}
          busyLabel={t`Creating...`}
        >{t`Create affiliation`}</Button>
      </form>
    </StaffPage>
  );
}

/** Existing affiliations with a similar name, after a pause in typing. */
function DuplicateNameNote({ name }: { name: string }) {
  const settled = useDebounced(name.trim(), SEARCH_PAUSE_MS);
  return (
    // A live region must exist before its content appears; while empty it must add no gap to the
    // form.
    <div role="status" className="-mt-3 empty:absolute">
      {name.trim() !== "" && <SimilarNames name={settled} title={t`Is it one of these?`} />}
    </div>
  );
}
