import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { DocumentVersion } from "@guildhall/web-kit/api/staff-types.ts";
import type { LegalDocument, LegalKey } from "@guildhall/web-kit/api/types.ts";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { Dialog } from "@guildhall/web-kit/ui/dialog.tsx";
import { formatMoment } from "@guildhall/web-kit/ui/time.ts";
import { type Column, Pages, StaffTable, TableHead, Td, TwoLineCell } from "../parts.tsx";
import { versionsQuery } from "../queries.ts";
import { DiffView } from "./diff-view.tsx";

const columns: readonly Column[] = [
  t`Version`,
  { name: t({ message: "Effective", context: "date of a document" }), className: "max-md:hidden" },
  t`Published`,
  { name: t`Changes`, unseen: true },
];

/** All published versions with their differences. */
export function Versions(props: { documentKey: LegalKey; current: LegalDocument }) {
  const versions = useInfiniteQuery(versionsQuery(props.documentKey));
  const [opened, setOpened] = useState<[DocumentVersion, DocumentVersion | undefined] | null>(null);
  return (
    <>
      <Pages query={versions} empty={<p className="px-4 pt-4 md:px-6">{t`No versions yet.`}</p>}>
        {(items) => (
          <StaffTable label={t`Versions`}>
            <TableHead columns={columns} />
            <tbody>
              {items.map((version, at) => (
                <tr key={version.version} className="hover:bg-hover">
                  <Td>
                    <TwoLineCell
                      first={t`Version ${{ version: version.version }}`}
                      second={
                        version.version === props.current.version ? t`In force` : version.title
                      }
                    />
                  </Td>
                  <Td className="max-md:hidden">{version.effectiveDate ?? "–"}</Td>
                  <Td>
                    <TwoLineCell
                      first={formatMoment(version.publishedAt)}
                      second={version.publishedByName ?? t`The installation`}
                    />
                  </Td>
                  <Td className="text-end">
                    <Button
                      size="sm"
                      aria-label={t`Changes of version ${{ version: version.version }}`}
                      onClick={() => setOpened([version, items[at + 1]])}
                    >{t`Changes`}</Button>
                  </Td>
                </tr>
              ))}
            </tbody>
          </StaffTable>
        )}
      </Pages>
      {opened !== null && (
        <Dialog
          open
          title={t`Version ${{ version: opened[0].version }}`}
          description={
            opened[1] === undefined
              ? t`The first version on this page.`
              : t`Changes since version ${{ version: opened[1].version }}.`
          }
          className="md:w-[min(46rem,calc(100vw-2rem))]"
          onOpenChange={() => setOpened(null)}
        >
          <div className="pb-5">
            <DiffView before={opened[1]?.content ?? ""} after={opened[0].content} />
          </div>
        </Dialog>
      )}
    </>
  );
}
