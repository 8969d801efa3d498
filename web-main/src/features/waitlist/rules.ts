import { t } from "@lingui/core/macro";
import * as z from "zod/mini";
import { addFaults, isEmail, nameFault } from "@guildhall/web-kit/forms/account-rules.ts";

export const heardOptions = [
  { value: "explainer video", label: t`Explainer video` },
  { value: "word of mouth", label: t`Word of mouth` },
  { value: "social media", label: t`Social media` },
  { value: "article or blog", label: t`Article or blog` },
  { value: "other", label: t`Other` },
] as const;

export const circleOptions = [
  { value: "alumni", label: t`Alumni` },
  { value: "professional", label: t`Professional` },
  { value: "faith", label: t`Faith` },
  { value: "diaspora", label: t`Diaspora` },
  { value: "unions", label: t`Unions` },
  { value: "local", label: t`Local` },
  { value: "other", label: t`Other` },
] as const;

export const methodOptions = [
  { value: "institutional email", label: t`Institutional email` },
  { value: "document or ID upload", label: t`Document or ID upload` },
  { value: "social or LinkedIn profile", label: t`Social or LinkedIn profile` },
  { value: "endorsement by a verified member", label: t`Endorsement by a verified member` },
  { value: "not sure", label: t`Not sure` },
] as const;

export const helpOptions = [
  { value: "yes", label: t`Yes` },
  { value: "maybe", label: t`Maybe` },
  { value: "not now", label: t`Not now` },
] as const;

export const conversationOptions = [
  { value: "yes", label: t`Yes` },
  { value: "maybe", label: t`Maybe` },
  { value: "no", label: t`No` },
] as const;

const organizationsLength = t`Organizations description must be between 10-1000 characters`;
const locationLength = t`Please enter a location of 2-100 characters.`;
const listRule = z.array(z.string());

/** The ten questions. Forbidden content is checked by the server. */
export const waitlistRules = z
  .object({
    fullName: z.string().check(
      z.trim(),
      addFaults((text) => {
        if (text === "") return [t`Please enter your full name.`];
        const fault = nameFault(t`Full name`, text);
        return fault === null ? [] : [fault];
      }),
    ),
    email: z
      .string()
      .check(z.trim(), z.refine(isEmail, { error: t`Please enter a valid email address.` })),
    howDidYouHear: z.string().check(z.minLength(1, t`Please tell us how you heard about us.`)),
    heardOther: z.string().check(z.trim()),
    verifiedCircles: listRule.check(
      z.minLength(1, t`Please choose at least one circle you belong to.`),
    ),
    circleOther: z.string().check(z.trim()),
    organizations: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, t`Please tell us which organisations you belong to.`),
        z.minLength(10, organizationsLength),
        z.maxLength(1000, organizationsLength),
      ),
    verificationMethods: listRule,
    whatInterested: z.string().check(z.maxLength(1000, t`Please keep this under 1000 characters.`)),
    helpCreate: z.string(),
    location: z.string().check(
      z.trim(),
      z.refine((text) => text === "" || (text.length >= 2 && text.length <= 100), {
        error: locationLength,
      }),
    ),
    onboardingConversation: z.string(),
    website: z.string(),
  })
  .check(
    z.refine((values) => values.howDidYouHear !== "other" || values.heardOther !== "", {
      error: t`Please tell us where you heard about us.`,
      path: ["heardOther"],
      when: () => true,
    }),
    z.refine((values) => !values.verifiedCircles.includes("other") || values.circleOther !== "", {
      error: t`Please describe your other circle.`,
      path: ["circleOther"],
      when: () => true,
    }),
  );

export type WaitlistValues = z.infer<typeof waitlistRules>;

export const emptyForm: WaitlistValues = {
  fullName: "",
  email: "",
  howDidYouHear: "",
  heardOther: "",
  verifiedCircles: [],
  circleOther: "",
  organizations: "",
  verificationMethods: [],
  whatInterested: "",
  helpCreate: "",
  location: "",
  onboardingConversation: "",
  website: "",
};

const otherOption = (text: string, detail: string) =>
  text === "other" ? `Other: ${detail}` : text;
const emptyToNull = (text: string) => (text === "" ? null : text);

/** The request body; the text for "Other" is merged into its field. */
export function toRequestBody(values: WaitlistValues) {
  const { heardOther, circleOther, ...answers } = values;
  return {
    ...answers,
    howDidYouHear: otherOption(values.howDidYouHear, heardOther),
    verifiedCircles: values.verifiedCircles.map((circle) => otherOption(circle, circleOther)),
    whatInterested: emptyToNull(values.whatInterested),
    helpCreate: emptyToNull(values.helpCreate),
    location: emptyToNull(values.location),
    onboardingConversation: emptyToNull(values.onboardingConversation),
  };
}
