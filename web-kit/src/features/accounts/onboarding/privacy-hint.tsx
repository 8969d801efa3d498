import { Eye } from "lucide-react";
import type { Me } from "../../../api/types.ts";

/** Who sees the new member, and where that is changed (G-041). */
export function PrivacyHint({ me }: { me: Me }) {
  const isPrivate = me.isProfilePrivate || me.profileVisibility === "private";
  return (
    <p className="mb-3 flex items-start gap-2 text-13 text-ink-2">
      <Eye size={15} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
      <span>
        {isPrivate
          ? "Other members see only your name, handle and picture, and the directory does not list you."
          : "Other members can see your profile."}{" "}
        You can change this under <strong className="font-medium">Settings, Privacy</strong>.
      </span>
    </p>
  );
}
