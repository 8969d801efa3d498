import { t } from "@lingui/core/macro";
import type { ComponentProps } from "react";
import type { Community } from "../../../api/types.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Note } from "../../../ui/note.tsx";

/**
 * The choice whether non-members may read the article; not offered if the whole community is public
 * (G-081).
 */
export function SharedChoice({
  community,
  ...input
}: { community: Community } & Omit<ComponentProps<typeof Checkbox>, "label">) {
  const { name } = community;
  if (community.visibility === "public") {
    return <Note>{t`${name} is public: anyone with the link can read this.`}</Note>;
  }
  return (
    <Checkbox
      label={t`Anyone with the link can read this, including people outside ${name}`}
      {...input}
    />
  );
}
