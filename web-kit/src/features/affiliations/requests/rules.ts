import { z } from "zod/mini";
import { noteText } from "../../communities/rules.ts";

export const WORDS_MAX = 5000;
const NO_REASON = "A reason is required to reject a request";

export const rejectionSchema = z.object({
  rejectionReason: noteText(WORDS_MAX).check(z.minLength(1, NO_REASON)),
  notes: noteText(WORDS_MAX),
});
