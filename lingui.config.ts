// Texts are extracted from the sources of each package into its own catalogue, so that a portal's
// build carries no text of the staff screens.
import { defineConfig } from "@lingui/conf";
import { formatter } from "@lingui/format-po";
import { createSwcExtractor } from "@lingui/native-tools";

const packages = [
  ["web-kit", "<rootDir>/web-kit/src/language/catalogs/{locale}"],
  ["web-main", "<rootDir>/web-main/src/catalogs/{locale}"],
  ["web-brand", "<rootDir>/web-brand/src/catalogs/{locale}"],
] as const;

export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "de"],
  catalogs: packages.map(([name, path]) => ({
    path,
    include: [`<rootDir>/${name}/src`],
    exclude: ["**/*.test.*", "**/testing/**", "**/catalogs/**"],
  })),
  format: formatter({ lineNumbers: false }),
  extractors: [createSwcExtractor()],
  orderBy: "origin",
});
