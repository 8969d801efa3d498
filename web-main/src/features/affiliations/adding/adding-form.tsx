import { t } from "@lingui/core/macro";
import { useWatch } from "react-hook-form";
import { LONG_TEXT_AREA_MAX } from "@guildhall/web-kit/content/rules.ts";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { Checkbox } from "@guildhall/web-kit/ui/checkbox.tsx";
import { TextAreaField, TextField } from "@guildhall/web-kit/ui/field.tsx";
import { FormAlert } from "@guildhall/web-kit/ui/note.tsx";
import { SEARCH_PAUSE_MS, useDebounced } from "@guildhall/web-kit/ui/use-debounced.ts";
import { CharacterCounter } from "@guildhall/web-kit/features/communities/character-counter.tsx";
import { NAME_MAX } from "@guildhall/web-kit/features/communities/rules.ts";
import { SimilarNames } from "./similar-names.tsx";
import { useAddition } from "./use-addition.ts";

/** Requests an affiliation that is missing from the directory. */
export function AddingForm() {
  const { form, busy, submit } = useAddition();
  const { register, control, formState } = form;
  const { errors } = formState;
  const name = useWatch({ control, name: "name" });
  return (
    <form noValidate className="mt-6 flex flex-col gap-6" onSubmit={(event) => void submit(event)}>
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
        maxLength={LONG_TEXT_AREA_MAX}
        hint={t`Its purpose and who it is for. Shown in the directory.`}
        error={errors.description?.message}
        {...register("description")}
      />
      <Checkbox
        label={
          <>
            <span className="block font-medium">{t`Private`}</span>
            <span className="block text-13 text-ink-3">{t`Only those who belong find it in the directory; others join by invitation.`}</span>
          </>
        }
        {...register("isPrivate")}
      />
      <FormAlert>{errors.root?.message}</FormAlert>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        className="md:self-start"
        busy={busy}
        busyLabel={t`Sending...`}
      >{t`Send request`}</Button>
    </form>
  );
}

/** Listed affiliations with a similar name, after a pause in typing. */
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
