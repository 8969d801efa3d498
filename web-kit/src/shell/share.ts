import { t } from "@lingui/core/macro";
import { toast } from "../ui/toast-store.ts";

/**
 * Opens the device's share sheet, or copies the URL if there is none. Shares this page unless a
 * path is given.
 */
export async function share(name: string, path?: string) {
  const url = path === undefined ? location.href : location.origin + path;
  if ("share" in navigator && matchMedia("(pointer: coarse)").matches) {
    // Closing the sheet without sharing is not an error.
    await navigator.share({ title: name, url }).catch(() => undefined);
    return;
  }
  await navigator.clipboard.writeText(url);
  toast.success(t`Link copied to clipboard.`);
}
