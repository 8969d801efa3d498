import { t } from "@lingui/core/macro";
import { useQueries } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import { Badge } from "@guildhall/web-kit/ui/badge.tsx";
import { formatDate } from "@guildhall/web-kit/ui/time.ts";
import { legalNames, legalQuery } from "@guildhall/web-kit/features/legal/queries.ts";
import { StaffPage } from "../staff-page.tsx";
import { legalKeys } from "./keys.ts";

/** The three legal documents with links to their editors. */
export function DocumentsScreen() {
  const documents = useQueries({ queries: legalKeys.map((key) => legalQuery(key)) });
  return (
    <StaffPage title={t`Legal documents`}>
      <ul className="mx-4 mt-4 divide-y divide-line-soft rounded-lg edge-line md:mx-6">
        {legalKeys.map((key, at) => {
          const document = documents[at]?.data;
          return (
            <li key={key}>
              <Link
                to={`/staff/legal/${key}`}
                className="flex items-center gap-3 px-4 py-3.5 hover:bg-hover"
              >
                <span className="min-w-0 flex-1">
                  <span className="block text-14 font-semibold">{legalNames[key].title}</span>
                  <span className="block text-12 text-ink-2">
                    {document === undefined
                      ? "…"
                      : document.isPlaceholder
                        ? t`A draft that only staff see. Publish it to replace the notice that others read.`
                        : t`Version ${{ version: document.version }}, changed ${{ date: formatDate(document.lastUpdated) }}`}
                  </span>
                </span>
                {document?.isPlaceholder === true && <Badge tone="warning">{t`Placeholder`}</Badge>}
                <ChevronRight size={16} aria-hidden className="text-ink-3 rtl:-scale-x-100" />
              </Link>
            </li>
          );
        })}
      </ul>
    </StaffPage>
  );
}
