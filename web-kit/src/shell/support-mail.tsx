import type { ReactNode } from "react";
import { useBoot } from "./app.ts";

/** The support link. Support is provided by the network itself on every site. */
export function SupportMail(props: { className?: string; children?: ReactNode }) {
  const { mainOrigin } = useBoot();
  const address = `support@${new URL(mainOrigin).hostname.replace(/^www\./, "")}`;
  return (
    <a href={`mailto:${address}`} className={props.className}>
      {props.children ?? address}
    </a>
  );
}
