import { i18n, type MessageOptions } from "@lingui/core";
import { TransNoContext } from "@lingui/react/server";
import type { ReactElement } from "react";

interface Props {
  id: string;
  message?: NonNullable<MessageOptions["message"]>;
  values?: Record<string, unknown>;
  components?: Record<string, ReactElement>;
}

const language = { i18n };

/**
 * What the macro `Trans` of Lingui becomes. The language of a page never changes without a reload,
 * so texts need no provider that draws them again.
 */
export function Trans(props: Props) {
  return <TransNoContext {...props} lingui={language} />;
}
