import { QueryClient } from "@tanstack/react-query";
import { http, HttpResponse } from "msw";
import { expect, test } from "vitest";
import { keys } from "../../api/keys.ts";
import { servePages, server } from "../../testing/open-page.tsx";
import { profileQuery } from "./queries.ts";

servePages();

test("caches a hundred profiles and evicts the oldest", async () => {
  server.use(http.get("/api/users/:id", ({ params }) => HttpResponse.json({ id: params["id"] })));
  const cache = new QueryClient();
  for (let n = 0; n < 105; n += 1) {
    cache.setQueryData(keys.user(`person${n}`), {}, { updatedAt: n + 1 });
  }
  await cache.fetchQuery(profileQuery("newest"));
  const cached = cache.getQueryCache().findAll({ queryKey: keys.profiles });
  const names = cached.map(({ queryKey }) => queryKey.at(-1));
  expect(names).toHaveLength(100);
  expect(names).toContain("newest");
  expect(names).toContain("person6");
  expect(names).not.toContain("person5");
});
