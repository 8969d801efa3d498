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
  if (community.visibility === "public") {
    return <Note>{community.name} is public: anybody who has the link can read this.</Note>;
  }
  return (
    <Checkbox
      label={`Anybody who has the link may read this, also outside ${community.name}`}
      {...input}
    />
  );
}
