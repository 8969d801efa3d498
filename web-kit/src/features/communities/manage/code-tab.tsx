import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { errorMessage } from "../../../api/problem.ts";
import { ErrorState } from "../../../ui/error-state.tsx";
import { QueryContent } from "../query-content.tsx";
import { CodePart } from "./code-part.tsx";
import { AccessDenied, ManageSkeleton } from "./parts.tsx";
import { useManage } from "./manage-context.ts";
import { privateCodeQuery } from "./queries.ts";

/** The private code with which people can request to join, for admins to share. */
export function CodeTab() {
  const { community } = useManage();
  return (
    <div className="px-4 py-5 md:px-6">
      <QueryContent
        query={useQuery(privateCodeQuery(community.id))}
        skeleton={<ManageSkeleton />}
        renderFailure={(error, retry) => <CodeError {...{ error, retry }} />}
      >
        {(code) => <CodePart code={code} />}
      </QueryContent>
    </div>
  );
}

function CodeError({ error, retry }: { error: Error; retry: () => void }) {
  const words = errorMessage(error, t`Failed to load the private code. Please try again.`);
  if ("status" in error && error.status === 403) return <AccessDenied>{words}</AccessDenied>;
  return <ErrorState className="py-12" title={words} onRetry={retry} />;
}
