import { type ReactNode, useState } from "react";
import { useBoot } from "../shell/app.ts";
import { PanelLayout } from "./panel-layout.tsx";
import { PosterLayout } from "./poster-layout.tsx";
import { SheetLayout } from "./sheet-layout.tsx";

export interface AuthLayoutProps {
  children: ReactNode;
  /** True while the user is in the form; animations pause. */
  quiet: boolean;
}

/** The layout of the screens before sign-in, as this site's brand has chosen. */
export function EntryLayout({ children }: { children: ReactNode }) {
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
  if (portal !== null && brand.signInLayout === "panel") return <PanelLayout>{form}</PanelLayout>;
  if (brand.signInLayout === "poster") return <PosterLayout>{form}</PosterLayout>;
  return <SheetLayout quiet={quiet}>{form}</SheetLayout>;
}
