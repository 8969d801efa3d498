import { t } from "@lingui/core/macro";
import { serverNow } from "../../api/server-clock.ts";
import * as z from "zod/mini";
import type { ChangeMe, Me } from "../../api/types.ts";
import { isEmail, nameField } from "../../forms/account-rules.ts";

const maxCharacters = (chars: number) =>
  z.maxLength(chars, t`Content exceeds maximum length of ${chars} characters`);

const line = z.string().check(z.trim(), maxCharacters(100));

export const profileRules = z.object({
  firstName: nameField(t`First name`),
  lastName: nameField(t`Last name`),
  handle: z.string().check(
    z.trim(),
    z.refine((handle) => handle === "" || /^@?[a-z0-9._-]+$/i.test(handle), {
      error: t`A handle is made of the letters a to z, digits, dots, hyphens and underscores.`,
      abort: true,
    }),
    z.refine((handle) => handle === "" || /^@?.{3,30}$/.test(handle), {
      error: t`A handle has 3 to 30 characters.`,
      abort: true,
    }),
    z.refine((handle) => handle === "" || /^@?[a-z0-9]/i.test(handle), {
      error: t`A handle begins with a letter or a digit.`,
    }),
  ),
  jobTitle: line,
  location: line,
  bio: z.string().check(z.trim(), maxCharacters(500)),
  quote: line,
  interests: z.string(),
  dateOfBirth: z.string().check(
    z.refine((day) => day === "" || Date.parse(day) < serverNow() - 24 * 3600 * 1000, {
      error: t`Please enter a date in the past`,
    }),
  ),
  phoneNumber: z.string().check(
    z.trim(),
    z.refine((text) => text === "" || isPhoneNumber(text), {
      error: t`Please enter a valid phone number`,
    }),
  ),
  secondaryEmail: z.string().check(
    z.trim(),
    z.refine((text) => text === "" || isEmail(text), {
      error: t`Invalid email format`,
    }),
  ),
});

export type ProfileValues = z.infer<typeof profileRules>;

export const profileFields = [
  "firstName",
  "lastName",
  "handle",
  "jobTitle",
  "location",
  "bio",
  "quote",
  "interests",
  "dateOfBirth",
  "phoneNumber",
  "secondaryEmail",
] as const satisfies readonly (keyof ProfileValues)[];

function isPhoneNumber(text: string): boolean {
  const digits = text.replaceAll(/\D/g, "").length;
  return /^\+?[\d ()./-]+$/.test(text) && digits >= 5 && digits <= 15;
}

export function profileValues(me: Me): ProfileValues {
  return {
    firstName: me.firstName,
    lastName: me.lastName,
    handle: me.handle ?? "",
    jobTitle: me.jobTitle ?? "",
    location: me.location ?? "",
    bio: me.bio ?? "",
    quote: me.quote ?? "",
    interests: me.interests.join(", "),
    dateOfBirth: me.dateOfBirth ?? "",
    phoneNumber: me.phoneNumber ?? "",
    secondaryEmail: me.secondaryEmail ?? "",
  };
}

/** All fields except the handle, which has its own request. */
export function toProfileChange(values: ProfileValues): ChangeMe {
  const { interests, ...rest } = values;
  const list = interests.split(",").map((one) => one.trim());
  const change = { ...rest, interests: list.filter((one) => one !== "") };
  return Object.fromEntries(Object.entries(change).filter(([field]) => field !== "handle"));
}
