import { plural } from "@lingui/core/macro";
import type { BulkAction } from "../bulk/bulk-action.ts";
import { ACTION_TEXTS } from "./action-texts.ts";

export type UserBulkAction = "sign-out" | "require-reset" | "unpause" | "lift" | "suspend" | "ban";

/** The actions on several accounts, the dangerous ones last. */
export const USER_BULK_ACTIONS: readonly BulkAction<UserBulkAction>[] = [
  {
    action: "sign-out",
    label: ACTION_TEXTS["sign-out"].label,
    title: (count) =>
      plural(count, {
        one: "Sign # account out everywhere",
        other: "Sign # accounts out everywhere",
      }),
    text: ACTION_TEXTS["sign-out"].text,
    reasonRequired: true,
  },
  {
    action: "require-reset",
    label: ACTION_TEXTS["require-reset"].label,
    title: (count) =>
      plural(count, {
        one: "Require a new password for # account",
        other: "Require a new password for # accounts",
      }),
    text: ACTION_TEXTS["require-reset"].text,
    reasonRequired: true,
  },
  {
    action: "unpause",
    label: ACTION_TEXTS.unpause.label,
    title: (count) =>
      plural(count, { one: "Lift the pause of # account", other: "Lift the pause of # accounts" }),
    text: ACTION_TEXTS.unpause.text,
    reasonRequired: true,
  },
  {
    action: "lift",
    label: ACTION_TEXTS.lift.label,
    title: (count) =>
      plural(count, {
        one: "Lift the ban or suspension of # account",
        other: "Lift the ban or suspension of # accounts",
      }),
    text: ACTION_TEXTS.lift.text,
    reasonRequired: true,
  },
  {
    action: "suspend",
    label: ACTION_TEXTS.suspend.label,
    title: (count) => plural(count, { one: "Suspend # account", other: "Suspend # accounts" }),
    text: ACTION_TEXTS.suspend.text,
    danger: true,
    reasonRequired: true,
  },
  {
    action: "ban",
    label: ACTION_TEXTS.ban.label,
    title: (count) => plural(count, { one: "Ban # account", other: "Ban # accounts" }),
    text: ACTION_TEXTS.ban.text,
    danger: true,
    reasonRequired: true,
  },
];
