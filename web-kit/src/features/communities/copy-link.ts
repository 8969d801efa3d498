import { t } from "@lingui/core/macro";
import { toast } from "../../ui/toast-store.ts";

/** Copies a link to this site to the clipboard, if the browser allows it. */
export async function copyLink(path: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(new URL(path, window.location.origin).href);
    toast.success(t`Link copied to clipboard.`);
  } catch {
    toast.error(t`The browser did not allow copying. The address is in the address bar.`);
  }
}
