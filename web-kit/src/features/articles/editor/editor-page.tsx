import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { ReadingPage } from "../../../shell/reading-page.tsx";
import { Title } from "../../../shell/title.tsx";
import { LoadingRegion, Skeleton } from "../../../ui/skeleton.tsx";
import { Breadcrumbs } from "../breadcrumbs.tsx";

export interface EditorPageProps {
  title: string;
  back: string;
  /** The article's community; empty while unknown. */
  communityId: string;
  name: string | null;
  children: ReactNode;
}

/** The page layout of the article editor. */
export function EditorPage({ title, back, communityId, name, children }: EditorPageProps) {
  return (
    <ReadingPage {...{ title, back }}>
      <Title>{title}</Title>
      {communityId !== "" && (
        <div className="max-md:hidden">
          <Breadcrumbs {...{ communityId, name }} />
        </div>
      )}
      <h1 className="display mb-4 text-24 max-md:sr-only md:mt-3">{title}</h1>
      {children}
    </ReadingPage>
  );
}

export function EditorSkeleton() {
  return (
    <LoadingRegion label={t`Loading the editor`} className="flex flex-col gap-4">
      <Skeleton className="h-10 w-full" />
      <div className="grid gap-4 lg:grid-cols-2">
        <Skeleton className="h-96 w-full" />
        <Skeleton className="h-96 w-full max-lg:hidden" />
      </div>
    </LoadingRegion>
  );
}
