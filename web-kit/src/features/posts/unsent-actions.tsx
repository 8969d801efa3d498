import { t } from "@lingui/core/macro";
import { stopFeedKeys } from "../../ui/use-feed-focus.ts";
import type { Withdrawal } from "./use-withdrawal.ts";

/** The author's actions on an item that waits in the queue. */
export function UnsentActions<Item>(props: { item: Item; withdrawal: Withdrawal<Item> }) {
  const { item, withdrawal } = props;
  return (
    <span role="presentation" className="flex gap-3 text-12" onKeyDown={stopFeedKeys}>
      <button
        type="button"
        className="link min-h-6 max-md:min-h-11"
        onClick={() => withdrawal.edit(item)}
      >{t`Edit`}</button>
      <button
        type="button"
        className="link min-h-6 max-md:min-h-11"
        onClick={() => withdrawal.discard(item)}
      >{t`Discard`}</button>
    </span>
  );
}
