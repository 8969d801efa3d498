import { t } from "@lingui/core/macro";
import { z } from "zod/mini";
import { optionalNote } from "../../communities/rules.ts";

export const REASON_LENGTH_MAX = 5000;
const NO_REASON = t`A reason is required to reject a request`;

export const rejectionSchema = z.object({
  rejectionReason: optionalNote(REASON_LENGTH_MAX).check(z.minLength(1, NO_REASON)),
  notes: optionalNote(REASON_LENGTH_MAX),
});
