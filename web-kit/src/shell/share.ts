import { toast } from "../ui/toast-store.ts";

/** The device's own sheet where there is one, else the clipboard. This page, unless another is named. */
export async function share(name: string, path?: string) {
  const url = path === undefined ? location.href : location.origin + path;
  if ("share" in navigator && matchMedia("(pointer: coarse)").matches) {
    // Closing the sheet without sharing is no failure.
    await navigator.share({ title: name, url }).catch(() => undefined);
    return;
  }
  await navigator.clipboard.writeText(url);
  toast.success("Link copied to clipboard.");
}
