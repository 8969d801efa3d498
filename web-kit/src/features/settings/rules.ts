import { t } from "@lingui/core/macro";
import * as z from "zod/mini";
import { nameField } from "../../forms/account-rules.ts";

export const nameRules = z.object({
  firstName: nameField(t`First name`),
  lastName: nameField(t`Last name`),
});

export type NameValues = z.infer<typeof nameRules>;
