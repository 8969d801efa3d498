import { t } from "@lingui/core/macro";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { Clock } from "lucide-react";
import { useForm, useWatch } from "react-hook-form";
import { applyProblem } from "@guildhall/web-kit/forms/apply-problem.ts";
import { useBoot } from "@guildhall/web-kit/shell/app.ts";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { TextAreaField, TextField } from "@guildhall/web-kit/ui/field.tsx";
import { FormAlert } from "@guildhall/web-kit/ui/note.tsx";
import { ChoiceGroup } from "./choice-group.tsx";
import { joinWaitlist } from "./queries.ts";
import {
  toRequestBody,
  circleOptions,
  conversationOptions,
  emptyForm,
  heardOptions,
  helpOptions,
  methodOptions,
  waitlistRules,
  type WaitlistValues,
} from "./rules.ts";

const fields = [
  "fullName",
  "email",
  "howDidYouHear",
  "whatInterested",
  "verifiedCircles",
  "organizations",
  "helpCreate",
  "verificationMethods",
  "location",
  "onboardingConversation",
] as const;

export function WaitlistForm({ onSent }: { onSent: () => void }) {
  const { brand } = useBoot();
  const { register, handleSubmit, setError, control, formState } = useForm<WaitlistValues>({
    resolver: standardSchemaResolver(waitlistRules),
    defaultValues: emptyForm,
  });
  const { errors, isSubmitting } = formState;
  const heard = useWatch({ control, name: "howDidYouHear" });
  const circles = useWatch({ control, name: "verifiedCircles" });
  const submit = handleSubmit(async (values) => {
    try {
      await joinWaitlist(toRequestBody(values));
      onSent();
    } catch (error) {
      applyProblem(error, fields, setError, t`Something went wrong. Please try again.`);
    }
  });
  return (
    <>
      <h1 className="display text-24 md:text-30">{t`Join the early access waitlist`}</h1>
      <p className="mt-2 text-15 text-ink-2">{t`Ten questions, so that we can find the people who can vouch for you at ${{ site: brand.name }}.`}</p>
      <form
        noValidate
        className="relative mt-6 flex flex-col gap-6"
        onSubmit={(event) => void submit(event)}
      >
        <TextField
          label={t`1. Your full name`}
          autoComplete="name"
          error={errors.fullName?.message}
          {...register("fullName")}
        />
        <TextField
          type="email"
          label={t`2. Your email`}
          autoComplete="email"
          error={errors.email?.message}
          {...register("email")}
        />
        <ChoiceGroup
          type="radio"
          label={t`3. How did you hear about us?`}
          options={heardOptions}
          error={errors.howDidYouHear?.message}
          {...register("howDidYouHear")}
        >
          {heard === "other" && (
            <TextField
              label={t`Where was it?`}
              maxLength={200}
              error={errors.heardOther?.message}
              {...register("heardOther")}
            />
          )}
        </ChoiceGroup>
        <TextAreaField
          label={t`4. What interested you?`}
          hint={t`Optional`}
          error={errors.whatInterested?.message}
          {...register("whatInterested")}
        />
        <ChoiceGroup
          type="checkbox"
          label={t`5. Which circles do you belong to?`}
          options={circleOptions}
          error={errors.verifiedCircles?.message}
          {...register("verifiedCircles")}
        >
          {circles.includes("other") && (
            <TextField
              label={t`Which other circle?`}
              maxLength={200}
              error={errors.circleOther?.message}
              {...register("circleOther")}
            />
          )}
        </ChoiceGroup>
        <TextAreaField
          label={t`6. Which organisations are they?`}
          hint={t`Colleges, unions, parishes, societies, and since when you belong`}
          error={errors.organizations?.message}
          {...register("organizations")}
        />
        <ChoiceGroup
          type="radio"
          label={t`7. Would you help create a community?`}
          options={helpOptions}
          error={errors.helpCreate?.message}
          {...register("helpCreate")}
        />
        <ChoiceGroup
          type="checkbox"
          label={t`8. How could you verify who you are?`}
          options={methodOptions}
          error={errors.verificationMethods?.message}
          {...register("verificationMethods")}
        />
        <TextField
          label={t`9. Where do you live?`}
          hint={t`Optional`}
          autoComplete="address-level2"
          error={errors.location?.message}
          {...register("location")}
        />
        <ChoiceGroup
          type="radio"
          label={t`10. May we talk to you when you join?`}
          options={conversationOptions}
          error={errors.onboardingConversation?.message}
          {...register("onboardingConversation")}
        />
        {/* A honeypot field: hidden from people, but filled in by bots. */}
        <div aria-hidden className="absolute -start-[9999px] size-px overflow-hidden">
          <label>
            {t`Website`}
            <input tabIndex={-1} autoComplete="off" {...register("website")} />
          </label>
        </div>
        <FormAlert>
          {errors.root?.type === "waitlist-limit" && (
            <Clock size={14} role="img" aria-label={t`Limit`} className="me-1.5 inline" />
          )}
          {errors.root?.message}
        </FormAlert>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          busy={isSubmitting}
          busyLabel={t`Sending...`}
          className="w-full"
        >{t`Join the waitlist`}</Button>
      </form>
    </>
  );
}
