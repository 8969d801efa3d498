import * as z from "zod/mini";
import { addFaults, isEmail, nameFault } from "@guildhall/web-kit/forms/account-rules.ts";

export const heardOptions = [
  { value: "explainer video", label: "Explainer video" },
  { value: "word of mouth", label: "Word of mouth" },
  { value: "social media", label: "Social media" },
  { value: "article or blog", label: "Article or blog" },
  { value: "other", label: "Other" },
] as const;

export const circleOptions = [
  { value: "alumni", label: "Alumni" },
  { value: "professional", label: "Professional" },
  { value: "faith", label: "Faith" },
  { value: "diaspora", label: "Diaspora" },
  { value: "unions", label: "Unions" },
  { value: "local", label: "Local" },
  { value: "other", label: "Other" },
] as const;

export const methodOptions = [
  { value: "institutional email", label: "Institutional email" },
  { value: "document or ID upload", label: "Document or ID upload" },
  { value: "social or LinkedIn profile", label: "Social or LinkedIn profile" },
  { value: "endorsement by a verified member", label: "Endorsement by a verified member" },
  { value: "not sure", label: "Not sure" },
] as const;

export const helpOptions = [
  { value: "yes", label: "Yes" },
  { value: "maybe", label: "Maybe" },
  { value: "not now", label: "Not now" },
] as const;

export const conversationOptions = [
  { value: "yes", label: "Yes" },
  { value: "maybe", label: "Maybe" },
  { value: "no", label: "No" },
] as const;

const organizationsLength = "Organizations description must be between 10-1000 characters";
const locationLength = "Please enter a location of 2-100 characters.";
const listRule = z.array(z.string());

/** The ten questions. Forbidden content is checked by the server. */
export const waitlistRules = z
  .object({
    fullName: z.string().check(
      z.trim(),
      addFaults((text) => {
        if (text === "") return ["Please enter your full name."];
        const fault = nameFault("Full name", text);
        return fault === null ? [] : [fault];
      }),
    ),
    email: z
      .string()
      .check(z.trim(), z.refine(isEmail, { error: "Please enter a valid email address." })),
    howDidYouHear: z.string().check(z.minLength(1, "Please tell us how you heard about us.")),
    heardOther: z.string().check(z.trim()),
    verifiedCircles: listRule.check(
      z.minLength(1, "Please choose at least one circle you belong to."),
    ),
    circleOther: z.string().check(z.trim()),
    organizations: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, "Please tell us which organisations you belong to."),
        z.minLength(10, organizationsLength),
        z.maxLength(1000, organizationsLength),
      ),
    verificationMethods: listRule,
    whatInterested: z.string().check(z.maxLength(1000, "Please keep this under 1000 characters.")),
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
      error: "Please tell us where you heard about us.",
      path: ["heardOther"],
      when: () => true,
    }),
    z.refine((values) => !values.verifiedCircles.includes("other") || values.circleOther !== "", {
      error: "Please describe your other circle.",
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
