import { i18n } from "@lingui/core";
import { TransNoContext } from "@lingui/react/server";
import type { ComponentProps } from "react";

type Props = Omit<ComponentProps<typeof TransNoContext>, "lingui">;

/**
 * What the macro `Trans` of Lingui becomes. The language of a page never changes without a reload,
 * so texts need no provider that draws them again.
 */
export function Trans(props: Props) {
  return <TransNoContext {...props} lingui={language} />;
}

const language = { i18n };
