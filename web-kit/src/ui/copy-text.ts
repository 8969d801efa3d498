import { toast } from "./toast-store.ts";

/** Puts something on the clipboard, and says so. */
export async function copyText(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(said);
  } catch {
    toast.error("Your browser did not allow copying.");
  }
}
