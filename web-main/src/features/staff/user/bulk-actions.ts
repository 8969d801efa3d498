import { t } from "@lingui/core/macro";
import { type BulkAction, countLabel } from "../bulk/bulk-action.ts";
import { ACTION_TEXTS } from "./action-texts.ts";

const people = (count: number) => countLabel(count, "account", "accounts");

export type UserBulkAction = "sign-out" | "require-reset" | "unpause" | "lift" | "suspend" | "ban";

/** The actions on several accounts, the dangerous ones last. */
export const USER_BULK_ACTIONS: readonly BulkAction<UserBulkAction>[] = [
  {
    action: "sign-out",
    label: ACTION_TEXTS["sign-out"].label,
    title: (count) => t`Sign ${people(count)} out everywhere`,
    text: ACTION_TEXTS["sign-out"].text,
    reasonRequired: true,
  },
  {
    action: "require-reset",
    label: ACTION_TEXTS["require-reset"].label,
    title: (count) => t`Require a new password for ${people(count)}`,
    text: ACTION_TEXTS["require-reset"].text,
    reasonRequired: true,
  },
  {
    action: "unpause",
    label: ACTION_TEXTS.unpause.label,
    title: (count) => t`Lift the pause of ${people(count)}`,
    text: ACTION_TEXTS.unpause.text,
    reasonRequired: true,
  },
  {
    action: "lift",
    label: ACTION_TEXTS.lift.label,
    title: (count) => t`Lift the ban or suspension of ${people(count)}`,
    text: ACTION_TEXTS.lift.text,
    reasonRequired: true,
  },
  {
    action: "suspend",
    label: ACTION_TEXTS.suspend.label,
    title: (count) => t`Suspend ${people(count)}`,
    text: ACTION_TEXTS.suspend.text,
    danger: true,
    reasonRequired: true,
  },
  {
    action: "ban",
    label: ACTION_TEXTS.ban.label,
    title: (count) => t`Ban ${people(count)}`,
    text: ACTION_TEXTS.ban.text,
    danger: true,
    reasonRequired: true,
  },
];
