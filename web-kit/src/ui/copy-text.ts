import { t } from "@lingui/core/macro";
import { toast } from "./toast-store.ts";

/** Copies a text to the clipboard and confirms it with a toast. */
export async function copyText(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(said);
  } catch {
    toast.error(t`Your browser did not allow copying.`);
  }
}
