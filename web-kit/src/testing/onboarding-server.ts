import { http, HttpResponse, type HttpHandler } from "msw";
import type { Progress } from "../features/accounts/onboarding/progress.ts";

/** A member's position in the wizard before anything was read. */
export function progressAtTheBeginning(): Progress {
  const rest = { version: 1, position: 0, readToEnd: false, agreed: false };
  return {
    step: 0,
    documents: [
      { key: "terms-of-service", ...rest },
      { key: "community-guidelines", ...rest },
      { key: "privacy-policy", ...rest },
    ],
  };
}

/** A server that stores the position in the wizard in `world`. */
export function progressServer(world: { stored: Progress; saved: Progress[] }): HttpHandler[] {
  const path = "/api/me/onboarding/progress";
  return [
    http.get(path, () => HttpResponse.json(world.stored)),
    http.put<never, Progress>(path, async ({ request }) => {
      world.stored = await request.json();
      world.saved.push(world.stored);
      return HttpResponse.json(world.stored);
    }),
  ];
}
