import { t } from "@lingui/core/macro";
import { Copy } from "lucide-react";
import { IconButton } from "../../../ui/icon-button.tsx";
import { toast } from "../../../ui/toast-store.ts";

/** Copies a code to the clipboard. */
export function CopyCode({ code }: { code: string }) {
  const copy = async () => {
    await navigator.clipboard.writeText(code);
    toast.success(t`Code copied to clipboard.`);
  };
  return (
    <IconButton
      size="sm"
      label={t`Copy ${code}`}
      icon={<Copy size={14} aria-hidden />}
      onClick={() => void copy()}
    />
  );
}
