import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { useIsDesktop } from "../../../shell/use-is-desktop.ts";
import { Tab, TabList, TabPanel, Tabs } from "../../../ui/tabs.tsx";

/** Editor and preview: side by side on wide screens, as tabs on a phone. */
export function SplitView({ preview, children }: { preview: ReactNode; children: ReactNode }) {
  const wide = useIsDesktop();
  if (wide) {
    return (
      <div className="grid gap-4 lg:grid-cols-2">
        <div className="min-w-0">{children}</div>
        <div className="min-w-0">
          <h2 className="mb-1.5 text-13 font-strong">{t`Preview`}</h2>
          {preview}
        </div>
      </div>
    );
  }
  return (
    <Tabs defaultValue="write">
      <TabList aria-label={t`Text and preview`} className="mb-4">
        <Tab value="write">{t`Write`}</Tab>
        <Tab value="preview">{t`Preview`}</Tab>
      </TabList>
      {/* Stays mounted, so that the text and the caret position survive a tab change. */}
      <TabPanel value="write" forceMount className="data-[state=inactive]:hidden">
        {children}
      </TabPanel>
      <TabPanel value="preview">{preview}</TabPanel>
    </Tabs>
  );
}
