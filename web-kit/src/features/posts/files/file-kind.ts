import { t } from "@lingui/core/macro";
import { File, FileArchive, FileSpreadsheet, FileText, type LucideIcon } from "lucide-react";

export interface FileKind {
  Icon: LucideIcon;
  label: string;
}

/** The icon and the label of a type of file. */
export function fileKind(mediaType: string): FileKind {
  const [essence = ""] = mediaType.split(";");
  switch (essence.trim().toLowerCase()) {
    case "application/pdf":
      return { Icon: FileText, label: "PDF" };
    case "text/csv":
      return { Icon: FileSpreadsheet, label: "CSV" };
    case "application/zip":
      return { Icon: FileArchive, label: "ZIP" };
    case "text/plain":
      return { Icon: FileText, label: t`Text` };
    default:
      return { Icon: File, label: t`File` };
  }
}
