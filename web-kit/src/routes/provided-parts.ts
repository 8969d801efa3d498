import { personCard } from "../features/person-card/card-part.ts";
import { personInsights, personPosts } from "../features/profile/profile-lists.ts";
import { loadWithRetry } from "../recovery/load-with-retry.ts";
import { newCommunity, searchPalette, visitRecorder } from "../shell/search-parts.ts";

/** Loaded on the first search, or earlier while the browser is idle. */
export const loadSearch = () => import("../features/search/search-palette.tsx");

const loadPersonLists = () => loadWithRetry(() => import("../features/feed/person-lists.tsx"));

/** Provides the parts that lower layers show without importing them. */
export function provideParts(): void {
  personCard.provide(
    async () =>
      (await loadWithRetry(() => import("../features/profile/card/person-card.tsx"))).PersonCard,
  );
  personPosts.provide(async () => (await loadPersonLists()).PersonPosts);
  personInsights.provide(async () => (await loadPersonLists()).PersonInsights);
  searchPalette.provide(async () => (await loadWithRetry(loadSearch)).SearchPalette);
  newCommunity.provide(
    async () =>
      (await loadWithRetry(() => import("../features/communities/create-community-dialog.tsx")))
        .CreateCommunityDialog,
  );
  visitRecorder.provide(async () => {
    try {
      return (await import("../features/search/visit-recorder.tsx")).VisitRecorder;
    } catch {
      // Without it the search offers no recent places.
      return () => null;
    }
  });
}
