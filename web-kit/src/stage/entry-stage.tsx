import { type ReactNode, useState } from "react";
import { useBoot } from "../shell/app.ts";
import { MainStage } from "./main-stage.tsx";
import { PosterStage } from "./poster-stage.tsx";
import { SplitStage } from "./split-stage.tsx";

export interface StageProps {
  children: ReactNode;
  /** Somebody is at the form; whatever moves holds still. */
  quiet: boolean;
}

/** The screens before sign-in, laid out as this door's brand chose. */
export function EntryStage({ children }: { children: ReactNode }) {
  const { brand } = useBoot();
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
  if (brand.signInLayout === "split") return <SplitStage>{form}</SplitStage>;
  if (brand.signInLayout === "poster") return <PosterStage>{form}</PosterStage>;
  return <MainStage quiet={quiet}>{form}</MainStage>;
}
