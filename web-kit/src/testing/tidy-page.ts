import { afterAll } from "vitest";
import { toasts } from "../ui/toast-store.ts";

/** Files that share a page leave it as they found it: nothing said, nothing stored, nowhere else. */
afterAll(() => {
  for (const { id } of toasts.snapshot()) toasts.dismiss(id);
  localStorage.clear();
  sessionStorage.clear();
  for (const pair of document.cookie.split("; ")) {
    document.cookie = `${pair.split("=")[0] ?? ""}=; max-age=0`;
  }
  history.replaceState(null, "", "/");
  delete document.documentElement.dataset["theme"];
});
