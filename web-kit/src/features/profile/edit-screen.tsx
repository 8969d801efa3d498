import { t } from "@lingui/core/macro";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { keys } from "../../api/keys.ts";
import { ProblemError } from "../../api/problem.ts";
import type { Me } from "../../api/types.ts";
import { applyProblem } from "../../forms/apply-problem.ts";
import { ReadingPage } from "../../shell/reading-page.tsx";
import { Title } from "../../shell/title.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { TextAreaField, TextField } from "../../ui/field.tsx";
import { FormAlert } from "../../ui/note.tsx";
import { toast } from "../../ui/toast-store.ts";
import { meQuery, useMe } from "../accounts/queries.ts";
import { HandleField } from "./handle-field.tsx";
import { PictureEditor } from "./picture-editor.tsx";
import { profileFields, profileRules, type ProfileValues, profileValues } from "./rules.ts";
import { HandleRefused, profileErrorMessage, saveAll } from "./saving.ts";

export function EditProfileScreen() {
  const me = useMe();
  if (me === null) return null;
  return (
    <ReadingPage title={t`Edit profile`} back="/profile" width="narrow">
      <Title>{t`Edit profile`}</Title>
      <h1 className="display text-24 max-md:sr-only md:text-30">{t`Edit profile`}</h1>
      <PictureEditor me={me} />
      <ProfileForm me={me} />
    </ReadingPage>
  );
}

function ProfileForm({ me }: { me: Me }) {
  const { form, submit } = useProfileForm(me);
  const { errors, isSubmitting } = form.formState;
  const field = (name: keyof ProfileValues) => ({
    error: errors[name]?.message,
    ...form.register(name),
  });
  return (
    <form noValidate className="mt-6 flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={t`First name`} autoComplete="given-name" {...field("firstName")} />
        <TextField label={t`Last name`} autoComplete="family-name" {...field("lastName")} />
      </div>
      <HandleField me={me} form={form} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={t`Job title`} autoComplete="organization-title" {...field("jobTitle")} />
        <TextField label={t`Location`} autoComplete="address-level2" {...field("location")} />
      </div>
      <TextAreaField label={t`About you`} rows={4} {...field("bio")} />
      <TextField label={t`Favourite quote`} {...field("quote")} />
      <TextField label={t`Interests`} hint={t`Separate with commas`} {...field("interests")} />
      <fieldset className="mt-4 flex flex-col gap-4 border-t border-line-soft pt-6">
        <legend className="float-start text-15 font-semibold">{t`Only visible to you`}</legend>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={t`Date of birth`}
            type="date"
            autoComplete="bday"
            {...field("dateOfBirth")}
          />
          <TextField
            label={t`Phone number`}
            type="tel"
            autoComplete="tel"
            {...field("phoneNumber")}
          />
        </div>
        <TextField
          label={t`Second email address`}
          type="email"
          hint={t`We do not send anything there.`}
          {...field("secondaryEmail")}
        />
      </fieldset>
      <FormAlert>{errors.root?.message}</FormAlert>
      <div className="flex gap-2 max-md:flex-col-reverse">
        <ButtonLink to="/profile" size="lg">{t`Cancel`}</ButtonLink>
        <Button
          type="submit"
          size="lg"
          variant="primary"
          busy={isSubmitting}
          busyLabel={t`Saving...`}
        >{t`Save profile`}</Button>
      </div>
    </form>
  );
}

function useProfileForm(me: Me) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const form = useForm<ProfileValues>({
    resolver: standardSchemaResolver(profileRules),
    defaultValues: profileValues(me),
  });
  const keep = async (saved: Me) => {
    cache.setQueryData(meQuery.queryKey, saved);
    await cache.invalidateQueries({ queryKey: keys.users });
  };
  const submit = form.handleSubmit(async (values) => {
    try {
      await keep(await saveAll(me, values));
      toast.success(t`Your profile was saved.`);
      await navigate("/profile");
    } catch (error) {
      if (error instanceof HandleRefused) {
        await keep(error.saved);
        form.setError("handle", { message: error.message }, { shouldFocus: true });
        return;
      }
      const named = error instanceof ProblemError && error.errors.length > 0;
      if (named) applyProblem(error, profileFields, form.setError, error.detail);
      else form.setError("root", { message: profileErrorMessage(error) });
    }
  });
  return { form, submit };
}
