import { z } from "zod/mini";
import { noteText } from "../rules.ts";

export const REQUEST_MESSAGE_MAX = 5000;

export const requestSchema = z.object({ message: noteText(REQUEST_MESSAGE_MAX) });

const CODE_MISSING = "Please enter a valid private code";

/** Codes are read in capitals, however they were typed. */
export const codeSchema = z.object({
  code: z.string().check(z.trim(), z.toUpperCase(), z.minLength(1, CODE_MISSING)),
});
