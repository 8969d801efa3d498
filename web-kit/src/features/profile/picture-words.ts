import { ProblemError } from "../../api/problem.ts";

/** Why a picture was not taken. */
export function pictureWords(error: unknown): string {
  return error instanceof ProblemError ? error.detail : "Your picture could not be saved.";
}
