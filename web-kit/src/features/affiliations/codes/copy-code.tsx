import { Copy } from "lucide-react";
import { IconButton } from "../../../ui/icon-button.tsx";
import { toast } from "../../../ui/toast-store.ts";

/** Copies a code to the clipboard. */
export function CopyCode({ code }: { code: string }) {
  const copy = async () => {
    await navigator.clipboard.writeText(code);
    toast.success("Code copied to clipboard.");
  };
  return (
    <IconButton
      size="sm"
      label={`Copy ${code}`}
      icon={<Copy size={14} aria-hidden />}
      onClick={() => void copy()}
    />
  );
}
