import { t } from "@lingui/core/macro";
import { Copy, Download, Printer } from "lucide-react";
import { useBoot } from "../../shell/app.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { toast } from "../../ui/toast-store.ts";

/** The backup codes, shown once: to be copied, downloaded or printed. */
export function BackupCodeList({ codes }: { codes: readonly string[] }) {
  const { brand } = useBoot();
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join("\n"));
    toast.success(t`Copied`);
  };
  return (
    <div className="flex flex-col gap-4">
      <Note tone="warning">{t`These codes are shown only once. Each signs you in once if you do not have your authenticator app. Keep them in a safe place.`}</Note>
      <ol
        data-print
        aria-label={t`Backup codes`}
        className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-md bg-sunken px-5 py-4 font-mono text-16 tabular-nums"
      >
        {codes.map((code) => (
          <li key={code}>
            {code.slice(0, 4)} {code.slice(4)}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button icon={<Copy size={15} aria-hidden />} onClick={() => void copy()}>{t`Copy`}</Button>
        <Button
          icon={<Download size={15} aria-hidden />}
          onClick={() => download(brand.name, codes)}
        >{t`Download`}</Button>
        <Button
          icon={<Printer size={15} aria-hidden />}
          onClick={() => window.print()}
        >{t`Print`}</Button>
      </div>
    </div>
  );
}

function download(site: string, codes: readonly string[]) {
  const words = `${t`${site} backup codes`}\n${t`Each works once.`}\n\n${codes.join("\n")}\n`;
  const url = URL.createObjectURL(new Blob([words], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = t`${site} backup codes.txt`;
  link.click();
  URL.revokeObjectURL(url);
}
