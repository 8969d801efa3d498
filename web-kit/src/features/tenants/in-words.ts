import { wordsOf } from "../../api/problem.ts";

/** What to say of a failure that belongs to no field. */
export const inWords = (error: unknown) =>
  wordsOf(error, "Something went wrong. Please try again.");
