// Writes dist/frames.json: the frame of each route as HTML, which the edge inserts into the page, and
// the scripts of the route's screen, which it preloads.
import { renderToStaticMarkup } from "react-dom/server";
import react from "@vitejs/plugin-react";
import { type Plugin, runnerImport } from "vite";
import { languages } from "./languages.ts";
import type { FrameSite } from "../web-kit/src/frames/parts.tsx";
import type * as FrameRoutes from "../web-kit/src/frames/routes.tsx";

type Bundle = Record<string, { type: string }>;

interface Chunk {
  type: "chunk";
  fileName: string;
  isEntry: boolean;
  imports: string[];
  moduleIds: string[];
}

const kit = new URL("../web-kit/src/", import.meta.url).pathname;

export function frames(site: FrameSite): Plugin {
  return {
    name: "frames",
    apply: "build",
    async generateBundle(_options, bundle) {
      const source = JSON.stringify(await describeFrames(site, new Chunks(bundle)));
      this.emitFile({ type: "asset", fileName: "frames.json", source });
    },
  };
}

async function describeFrames(site: FrameSite, chunks: Chunks) {
  const { module } = await runnerImport<typeof FrameRoutes>(`${kit}frames/routes.tsx`, {
    configFile: false,
    plugins: [languages(), react()],
  });
  const { frames: render, frameRoutes, defaultFrames, defaultScreens } = module;
  const rendered = Object.entries(render(site)).map(
    ([name, frame]) => [name, renderToStaticMarkup(frame)] as const,
  );
  return {
    frames: Object.fromEntries(rendered),
    routes: frameRoutes.map(({ screen = [], ...route }) => ({
      ...route,
      preload: chunks.preloadsOf(screen),
    })),
    ...defaultFrames,
    preload: {
      signedIn: chunks.preloadsOf(defaultScreens.signedIn),
      signedOut: chunks.preloadsOf(defaultScreens.signedOut),
    },
  };
}

/** The scripts of a build. */
class Chunks {
  readonly #chunks: Map<string, Chunk>;
  /** Scripts that index.html names itself. */
  readonly #initial: Set<string>;

  constructor(bundle: Bundle) {
    const chunks = Object.values(bundle).filter(
      (output): output is Chunk => output.type === "chunk",
    );
    this.#chunks = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
    this.#initial = this.#withImports(chunks.filter(({ isEntry }) => isEntry));
  }

  /** The scripts of screens, named by their source files, that the page does not load itself. */
  preloadsOf(screens: string[]): string[] {
    const files = this.#withImports(screens.map((screen) => this.#chunkOf(screen)));
    return [...files].filter((file) => !this.#initial.has(file)).map((file) => `/${file}`);
  }

  #chunkOf(screen: string): Chunk {
    const found = [...this.#chunks.values()].find(({ moduleIds }) =>
      moduleIds.includes(`${kit}${screen}`),
    );
    if (found === undefined) throw new Error(`no script of the build contains ${screen}`);
    return found;
  }

  #withImports(chunks: Chunk[], files = new Set<string>()): Set<string> {
    for (const { fileName, imports } of chunks) {
      if (files.has(fileName)) continue;
      files.add(fileName);
      this.#withImports(
        imports.flatMap((name) => this.#chunks.get(name) ?? []),
        files,
      );
    }
    return files;
  }
}
