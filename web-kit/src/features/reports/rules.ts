import { z } from "zod/mini";
import { sanitise } from "../../content/rules.ts";

/** Maximum length of a reason. */
export const REASON_MAX = 500;

/** The reason of a report or a removal: required, with the server's error messages. */
export const reasonSchema = z.object({
  reason: z.string().check(
    z.superRefine((text, context) => {
      const rule = { max: REASON_MAX, multiline: true, required: true };
      const fault = sanitise(text, rule).faults[0];
      if (fault !== undefined) context.addIssue({ code: "custom", message: fault });
    }),
    z.trim(),
  ),
});
