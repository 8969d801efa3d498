import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "react-router";
import type { LegalKey } from "@guildhall/web-kit/api/types.ts";
import { Note } from "@guildhall/web-kit/ui/note.tsx";
import { Tab, TabList, TabPanel, Tabs } from "@guildhall/web-kit/ui/tabs.tsx";
import { legalNames, legalQuery } from "@guildhall/web-kit/features/legal/queries.ts";
import { LoadError, TableSkeleton } from "../parts.tsx";
import { StaffPage } from "../staff-page.tsx";
import { DocumentEditor } from "./document-editor.tsx";
import { legalKeyOf } from "./keys.ts";
import { PortalAdditions } from "./portal-additions.tsx";
import { Versions } from "./versions.tsx";

/** One legal document: editor and preview, version history, and additions by portals. */
export function EditorScreen() {
  const key = legalKeyOf(useParams().key);
  return key === null ? <Navigate to="/staff/legal" replace /> : <Editor documentKey={key} />;
}

function Editor({ documentKey }: { documentKey: LegalKey }) {
  // Editing starts from the current version, not from a cached one.
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...legalQuery(documentKey),
    refetchOnMount: "always",
    refetchOnWindowFocus: false,
  });
  return (
    <StaffPage title={legalNames[documentKey].title} back="/staff/legal">
      {data === undefined || !isFetchedAfterMount ? (
        error === null ? (
          <TableSkeleton />
        ) : (
          <LoadError error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <Tabs defaultValue="edit" className="mt-2">
          <TabList aria-label={t`Document`} className="px-4 md:px-6">
            <Tab value="edit">{t`Edit`}</Tab>
            <Tab value="history">{t`History`}</Tab>
            <Tab value="portals">{t`Portals`}</Tab>
          </TabList>
          {/* A draft survives a visit to another tab. */}
          <TabPanel value="edit" forceMount className="data-[state=inactive]:hidden">
            {data.isPlaceholder && (
              <Note tone="warning" className="mx-4 mt-4 md:mx-6">
                <Trans>
                  <strong>Placeholder.</strong> This draft came with the software, and only staff
                  see it. Adapt it and publish it; until then everybody else reads that the document
                  is not published yet.
                </Trans>
              </Note>
            )}
            <DocumentEditor documentKey={documentKey} document={data} />
          </TabPanel>
          <TabPanel value="history">
            <Versions documentKey={documentKey} current={data} />
          </TabPanel>
          <TabPanel value="portals">
            <PortalAdditions documentKey={documentKey} />
          </TabPanel>
        </Tabs>
      )}
    </StaffPage>
  );
}
