import { t } from "@lingui/core/macro";
import type { Community } from "../../api/types.ts";
import { SelectField } from "../../ui/select-field.tsx";

export interface CommunityChoiceProps {
  communities: readonly Community[];
  chosen: string;
  onChoose: (communityId: string) => void;
  className?: string;
}

/** A choice among the viewer's communities. */
export function CommunityChoice(props: CommunityChoiceProps) {
  return (
    <SelectField
      label={t`Community`}
      value={props.chosen}
      onChange={(event) => props.onChoose(event.target.value)}
      {...(props.className !== undefined && { className: props.className })}
    >
      {props.communities.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
