import { type ReactNode, useState } from "react";
import { useBoot } from "../shell/app.ts";
import { PanelStage } from "./panel-stage.tsx";
import { PosterStage } from "./poster-stage.tsx";
import { SheetStage } from "./sheet-stage.tsx";

export interface StageProps {
  children: ReactNode;
  /** Somebody is at the form; whatever moves holds still. */
  quiet: boolean;
}

/** The screens before sign-in, laid out as this door's brand chose. */
export function EntryStage({ children }: { children: ReactNode }) {
  const { brand, portal } = useBoot();
  const [quiet, setQuiet] = useState(false);
  const form = (
    // Not a control of its own: it only notices focus on its way through the form.
    <div
      className="w-full"
      onFocusCapture={() => setQuiet(true)}
      onBlurCapture={() => setQuiet(false)}
    >
      {children}
    </div>
  );
  if (portal !== null && brand.signInLayout === "panel") return <PanelStage>{form}</PanelStage>;
  if (brand.signInLayout === "poster") return <PosterStage>{form}</PosterStage>;
  return <SheetStage quiet={quiet}>{form}</SheetStage>;
}
