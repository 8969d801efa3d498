import { t } from "@lingui/core/macro";
import { Download } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { failureMessage } from "../failure-message.ts";
import { fetchAllTenants, type TenantFilter } from "../queries.ts";
import { download } from "./export.ts";

/** Exports every portal that matches the filter, including pages not loaded yet. */
export function ExportButton({ filter, disabled }: { filter: TenantFilter; disabled: boolean }) {
  const [busy, setBusy] = useState(false);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const away = new AbortController();
    leaving.current = away;
    return () => away.abort();
  }, []);
  const run = async () => {
    const { signal } = leaving.current;
    setBusy(true);
    try {
      download(await fetchAllTenants(filter, signal));
    } catch (error) {
      // Aborted when the user leaves the screen.
      if (!signal.aborted) toast.error(failureMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      icon={<Download size={15} aria-hidden />}
      disabled={disabled}
      busy={busy}
      busyLabel={t`Exporting...`}
      onClick={() => void run()}
    >{t`Export`}</Button>
  );
}
