import { t } from "@lingui/core/macro";
import { toast } from "./toast-store.ts";

/**
 * Copies a text to the clipboard and confirms it with a toast. Returns false if the browser did not
 * allow it.
 */
export async function copyText(text: string, said: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(said);
    return true;
  } catch {
    toast.error(t`Your browser did not allow copying.`);
    return false;
  }
}
