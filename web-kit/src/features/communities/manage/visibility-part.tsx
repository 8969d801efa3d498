import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import type { Community, Visibility } from "../../../api/types.ts";
import { Button } from "../../../ui/button.tsx";
import { Choices } from "../../../ui/choices.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { VISIBILITY_LABELS } from "../labels.ts";
import { ConfirmDialog } from "../../../forms/confirm-dialog.tsx";
import { changeVisibility } from "./queries.ts";

/** The effect of each visibility on non-members; members stay members. */
const CONSEQUENCES: Record<Visibility, string> = {
  public: t`Everyone can find it, and eligible members join immediately.`,
  affiliations: t`Only members of its affiliations can find it and request to join.`,
  private: t`It is not listed. People with the private code can request to join.`,
};

const QUESTIONS: Record<Visibility, string> = {
  public: t`Make it public?`,
  affiliations: t`Make it affiliations?`,
  private: t`Make it private?`,
};

const SUCCESS_MESSAGES: Record<Visibility, string> = {
  public: t`Community visibility changed to public. All members have been notified.`,
  affiliations: t`Community visibility changed to affiliations. All members have been notified.`,
  private: t`Community visibility changed to private. All members have been notified.`,
};

const VISIBILITIES = ["public", "affiliations", "private"] as const;

/** Without affiliations, a community cannot be limited to their members. */
function choicesFor({ affiliations }: Community) {
  return VISIBILITIES.map((value) => {
    const disabled = value === "affiliations" && affiliations.length === 0;
    const text = disabled
      ? t`It has no affiliation whose members could find it.`
      : CONSEQUENCES[value];
    return { value, title: VISIBILITY_LABELS[value], text, disabled };
  });
}

export function VisibilityPart({ community }: { community: Community }) {
  const cache = useQueryClient();
  const [chosen, setChosen] = useState(community.visibility);
  const [asking, setAsking] = useState(false);
  const run = async () => {
    const changed = await changeVisibility(community.id, chosen);
    cache.setQueryData(keys.community(community.id), changed);
    toast.success(SUCCESS_MESSAGES[chosen]);
    await cache.invalidateQueries({ queryKey: keys.communityLists });
  };
  return (
    <>
      <Choices
        label={t`Visibility`}
        choices={choicesFor(community)}
        value={chosen}
        name="visibility"
        onChange={(event) => {
          const choice = VISIBILITIES.find((value) => value === event.target.value);
          if (choice !== undefined) setChosen(choice);
        }}
      />
      <Button
        className="mt-4"
        disabled={chosen === community.visibility}
        onClick={() => setAsking(true)}
      >{t`Change visibility`}</Button>
      {asking && (
        <ConfirmDialog
          title={QUESTIONS[chosen]}
          text={t`${{ consequence: CONSEQUENCES[chosen] }} Members stay and are notified.`}
          confirm={t`Change visibility`}
          failed={t`Failed to change community visibility`}
          run={run}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
