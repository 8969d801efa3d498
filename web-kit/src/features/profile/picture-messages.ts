import { t } from "@lingui/core/macro";
import { ProblemError } from "../../api/problem.ts";
import { PictureFault } from "../../ui/picture-file.ts";

/** The reason why a picture was refused. */
export function pictureErrorMessage(error: unknown): string {
  if (error instanceof PictureFault) return error.message;
  return error instanceof ProblemError ? error.detail : t`Your picture could not be saved.`;
}
