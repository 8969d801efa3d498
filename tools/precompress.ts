// Writes .br and .gz files next to every text file of a build, so that the edge does not compress
// at run time.
import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

// Without index.html: the edge inserts the brand before sending it.
const worthwhile = /\.(js|css|svg|json|webmanifest|txt)$/;

export function precompress(): Plugin {
  let outDir = "";
  return {
    name: "precompress",
    apply: "build",
    configResolved(config) {
      outDir = join(config.root, config.build.outDir);
    },
    async closeBundle() {
      const names = await readdir(outDir, { recursive: true });
      await Promise.all(
        names.filter((name) => worthwhile.test(name)).map((name) => compress(join(outDir, name))),
      );
    },
  };
}

async function compress(path: string) {
  const source = await readFile(path);
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(source, {
      params: { [constants.BROTLI_PARAM_SIZE_HINT]: source.length },
    }),
    promisify(gzip)(source, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)]);
}
