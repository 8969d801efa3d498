import * as z from "zod/mini";
import { nameField } from "../../forms/account-rules.ts";

export const nameRules = z.object({
  firstName: nameField("First name"),
  lastName: nameField("Last name"),
});

export type NameValues = z.infer<typeof nameRules>;
