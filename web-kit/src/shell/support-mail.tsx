import type { ReactNode } from "react";
import { useBoot } from "./app.ts";

/** The desk that answers is the network's own, whichever door somebody came through. */
export function SupportMail(props: { className?: string; children?: ReactNode }) {
  const { mainOrigin } = useBoot();
  const address = `support@${new URL(mainOrigin).hostname.replace(/^www\./, "")}`;
  return (
    <a href={`mailto:${address}`} className={props.className}>
      {props.children ?? address}
    </a>
  );
}
