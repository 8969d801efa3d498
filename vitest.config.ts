import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { languages } from "./tools/languages.ts";

// What keeps something for as long as a page lives (a session, a load, a toast) is tested on a page
// of its own. For everything else a fresh page for each file would cost more than the tests do.
const freshPage = [
  "web-*/src/features/{accounts,second-factor,security-alerts,transfer}/**/*.test.{ts,tsx}",
  // They lay the page out themselves, which no other file of the same page may have done.
  "web-kit/src/features/posts/long-thread.test.tsx",
  "web-kit/src/features/messages/long-conversation.test.tsx",
  // They replace a module, which no earlier file of the same page may have loaded.
  "web-kit/src/features/posts/rules.test.ts",
  "web-kit/src/features/settings/appearance-section.test.tsx",
  "web-kit/src/language/member-language.test.ts",
  "web-kit/src/language/isolate-values.test.ts",
  "web-main/src/features/staff/user/user-tabs.test.tsx",
  "web-*/src/shell/**/*.test.{ts,tsx}",
  // They watch what the first page does while it is loaded.
  "web-*/src/main.test.ts",
  // It has another language, whose formats stay for as long as the page.
  "web-kit/src/ui/german-page.test.ts",
  // They store data in the page's database.
  "web-kit/src/offline/**/*.test.{ts,tsx}",
  "web-kit/src/features/posts/send-waiting.test.tsx",
  "web-kit/src/features/posts/waiting-post.test.tsx",
  "web-kit/src/features/messages/composer.test.tsx",
  "web-kit/src/features/communities/threads/thread-management.test.tsx",
  // They put a worker's objects in place of the page's.
  "web-kit/src/worker/**/*.test.ts",
  "web-kit/src/ui/toast-*.test.{ts,tsx}",
];

// They put another address in place of the page's, which only a process that is the page lets them.
const ownProcess = [
  "web-brand/src/features/transfer/transfer.test.tsx",
  "web-kit/src/shell/boundaries.test.tsx",
];

export default defineConfig({
  plugins: [languages(), react()],
  test: {
    environment: "jsdom",
    setupFiles: ["web-kit/src/testing/reader-locale.ts", "web-kit/src/testing/source-language.ts"],
    // Of two cores one would be left to whoever watches.
    maxWorkers: "100%",
    // A machine that does something else at the same time is slow, not wrong.
    testTimeout: 20_000,
    restoreMocks: true,
    projects: [
      { extends: true, test: { name: "own-process", include: ownProcess } },
      {
        extends: true,
        test: {
          name: "fresh-page",
          include: freshPage,
          exclude: ownProcess,
          // A process for each would read all of jsdom and of the application anew.
          pool: "vmForks",
          environment: "./tools/page-environment.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "shared",
          include: ["web-*/src/**/*.test.{ts,tsx}"],
          exclude: [...freshPage, ...ownProcess],
          isolate: false,
          setupFiles: [
            "web-kit/src/testing/reader-locale.ts",
            "web-kit/src/testing/source-language.ts",
            "web-kit/src/testing/tidy-page.ts",
          ],
        },
      },
    ],
  },
});
