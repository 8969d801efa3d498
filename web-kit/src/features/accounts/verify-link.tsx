import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { wordsOf } from "../../api/client.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { confirmVerification } from "./queries.ts";
import { adoptSession } from "./session.ts";

const farewellMs = 2000;

/** Spends the mailed token once, however often the screen is drawn. */
export function VerifyLink({ token }: { token: string }) {
  const navigate = useNavigate();
  const { data, error } = useQuery({
    queryKey: ["verification", token],
    queryFn: async () => {
      const confirmed = await confirmVerification(token);
      if (confirmed.signedIn) await adoptSession();
      return confirmed;
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

  useEffect(() => {
    if (data === undefined) return;
    const to = data.signedIn ? "/welcome" : "/login?verified=true&redirect=welcome";
    const timer = setTimeout(() => void navigate(to, { replace: true }), farewellMs);
    return () => clearTimeout(timer);
  }, [data, navigate]);

  return (
    <>
      <h1 className="display text-24 md:text-30">Verify your email</h1>
      <div role="status" className="mt-4">
        {data !== undefined && <Note tone="success">{data.message}</Note>}
        {data === undefined && error === null && (
          <p className="flex items-center gap-2.5 text-15 text-ink-2">
            <Spinner size={18} /> Checking your link
          </p>
        )}
      </div>
      {error !== null && (
        <div role="alert">
          <Note tone="danger">
            {wordsOf(error, "An error occurred while checking verification status.")}
          </Note>
          <div className="mt-6 flex gap-2 max-md:flex-col">
            <ButtonLink to="/verify-email" replace variant="primary" size="lg">
              Ask for a new link
            </ButtonLink>
            <ButtonLink to="/login" size="lg">
              Back to login
            </ButtonLink>
          </div>
        </div>
      )}
    </>
  );
}
