import { type ReactNode, useState } from "react";
import { useBoot } from "../shell/app.ts";
import { PanelStage } from "./panel-stage.tsx";
import { PosterStage } from "./poster-stage.tsx";
import { SheetStage } from "./sheet-stage.tsx";

export interface StageProps {
  children: ReactNode;
  /** True while the user is in the form; animations pause. */
  quiet: boolean;
}

/** The layout of the screens before sign-in, as this site's brand has chosen. */
export function EntryStage({ children }: { children: ReactNode }) {
  const { brand, portal } = useBoot();
  const [quiet, setQuiet] = useState(false);
  const form = (
    // Not a control: it only observes focus events of the form.
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
