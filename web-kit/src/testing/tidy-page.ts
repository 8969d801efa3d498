import { afterAll } from "vitest";
import { toasts } from "../ui/toast-store.ts";

/** Test files share a page: this removes toasts, storage and the address afterwards. */
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
