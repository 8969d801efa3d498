import { t } from "@lingui/core/macro";
import { CircleAlert } from "lucide-react";
import { Checkbox } from "../../ui/checkbox.tsx";

export interface AffiliationChoiceProps {
  affiliations: readonly { id: string; name: string }[];
  /** The affiliation of the portal where the community is created; it cannot be deselected. */
  locked: string | null;
  chosen: readonly string[];
  requireAll: boolean;
  error: string | undefined;
  onChosen: (ids: string[]) => void;
  onRequireAll: (all: boolean) => void;
}

/** The affiliations whose members may join, and whether they need one or all of them. */
export function AffiliationChoice(props: AffiliationChoiceProps) {
  const { affiliations, locked, chosen, error } = props;
  if (affiliations.length === 0 && error === undefined) return null;
  const toggle = (id: string, on: boolean) =>
    props.onChosen(on ? [...chosen, id] : chosen.filter((cached) => cached !== id));
  return (
    <fieldset>
      <legend className="mb-1.5 text-13 font-strong">{t`Affiliations required to join`}</legend>
      <div className="flex flex-col gap-2">
        {affiliations.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={chosen.includes(id)}
            {...(id === locked && { locked: t`Created on this portal` })}
            onChange={(event) => toggle(id, event.target.checked)}
          />
        ))}
        {chosen.length > 1 && (
          <Checkbox
            label={t`Members must belong to all of them`}
            checked={props.requireAll}
            onChange={(event) => props.onRequireAll(event.target.checked)}
          />
        )}
      </div>
      {error !== undefined && (
        <p
          role="alert"
          className="mt-1.5 flex items-start gap-[5px] text-12 font-medium text-danger-text"
        >
          <CircleAlert size={13} aria-hidden className="mt-[1.5px]" />
          {error}
        </p>
      )}
    </fieldset>
  );
}
