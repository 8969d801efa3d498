import { wordsOf } from "@guildhall/web-kit/api/problem.ts";

/** The message for an error that belongs to no field. */
export const inWords = (error: unknown) =>
  wordsOf(error, "Something went wrong. Please try again.");
