import { t } from "@lingui/core/macro";
import { ProblemError } from "../../api/problem.ts";
import type { Me } from "../../api/types.ts";
import { claimHandle, saveProfile } from "./queries.ts";
import { toProfileChange, type ProfileValues } from "./rules.ts";

/** The profile was saved but the handle was refused: the form stays open at the handle. */
export class HandleRefused extends Error {
  readonly saved: Me;
  constructor(saved: Me, words: string) {
    super(words);
    this.saved = saved;
  }
}

/** Saves the profile, then the handle if it was changed. */
export async function saveAll(me: Me, values: ProfileValues): Promise<Me> {
  const saved = await saveProfile(toProfileChange(values));
  if (values.handle.replace(/^@/, "") === (me.handle ?? "")) return saved;
  try {
    return await claimHandle(values.handle);
  } catch (error) {
    throw new HandleRefused(saved, handleErrorMessage(error));
  }
}

/** The reason why the handle was refused although the profile was saved. */
export function handleErrorMessage(error: unknown): string {
  if (!(error instanceof ProblemError)) return t`Failed to update your handle. Please try again.`;
  if (error.status === 403) {
    return t`Permission denied when updating your handle. Your profile was updated, but your handle remains unchanged.`;
  }
  const isRule = error.status === 409 || error.status === 422;
  return isRule ? error.detail : t`Failed to update your handle. ${{ reason: error.detail }}`;
}

/** The reason why the profile was not saved, if it belongs to no field. */
export function profileErrorMessage(error: unknown): string {
  if (error instanceof ProblemError && error.status === 403) {
    return t`Permission denied. Please try logging out and back in.`;
  }
  if (error instanceof ProblemError && error.status < 500 && error.status !== 0)
    return error.detail;
  const message = error instanceof Error ? error.message : String(error);
  return t`An unexpected error occurred: ${message}`;
}
