import { useQuery } from "@tanstack/react-query";
import { wordsOf } from "../../../api/problem.ts";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Loaded } from "../loaded.tsx";
import { CodePart } from "./code-part.tsx";
import { Refused, Rows } from "./parts.tsx";
import { useManage } from "./place.ts";
import { privateCodeQuery } from "./queries.ts";

/** The private code with which people can request to join, for admins to share. */
export function CodeTab() {
  const { community } = useManage();
  return (
    <div className="px-4 py-5 md:px-6">
      <Loaded
        query={useQuery(privateCodeQuery(community.id))}
        skeleton={<Rows />}
        renderFailure={(error, retry) => <Failure {...{ error, retry }} />}
      >
        {(code) => <CodePart code={code} />}
      </Loaded>
    </div>
  );
}

function Failure({ error, retry }: { error: Error; retry: () => void }) {
  const words = wordsOf(error, "Failed to load the private code. Please try again.");
  if ("status" in error && error.status === 403) return <Refused>{words}</Refused>;
  return <ErrorState className="py-12" title={words} onRetry={retry} />;
}
