import { type ChildProcess, spawn } from "node:child_process";
import {
  cpSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { call } from "./http.ts";
import { expectNoSecrets } from "./secrets.ts";

/** The real product with the demo network, on its own port and data folder. */
export interface Instance {
  /** A folder that is deleted with the instance. */
  folder: string;
  /** Ends it with a signal, and checks its log. */
  stop: () => Promise<void>;
  /** Stops it, runs `work`, and starts it again on the same port and data. */
  stopDuring: (work: () => Promise<void>) => Promise<void>;
  /** Its output and log so far. */
  printed: () => string;
}

interface Choices {
  /** Name of its log. */
  name: string;
  /** Starts with an empty folder instead of the demo network. */
  empty?: boolean;
  /** Settings, which may depend on the port. */
  settings?: (port: number) => Promise<Record<string, string>> | Record<string, string>;
}

/** Environment variable: the folder with the loaded demo network. */
const LOADED = "GUILDHALL_E2E_LOADED";

/**
 * Loads the demo network once; later instances start with a copy, which is many times faster.
 * Returns a function that deletes it.
 */
export async function loadDemo(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "guildhall-e2e-demo-"));
  const remove = () => {
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const { stop } = await run(folder, { name: "demo" });
    await stop();
  } catch (fault) {
    remove();
    throw fault;
  }
  process.env[LOADED] = folder;
  return remove;
}

/** Starts an instance; `origin` then returns its origins. */
export async function startInstance(choices: Choices): Promise<Instance> {
  const folder = mkdtempSync(join(tmpdir(), "guildhall-e2e-"));
  const data = join(folder, "instance");
  const loaded = process.env[LOADED];
  if (loaded !== undefined && choices.empty !== true) cpSync(loaded, data, { recursive: true });
  let running = await run(data, choices);
  return {
    folder,
    printed: () => running.printed(),
    stop: async () => {
      try {
        await running.stop();
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    stopDuring: async (work) => {
      const { port } = running;
      await running.stop();
      const before = process.env["GUILDHALL_E2E_PORT"];
      // The addresses of the test stay those of this instance.
      process.env["GUILDHALL_E2E_PORT"] = String(port);
      try {
        await work();
      } finally {
        setPort(before);
      }
      running = await run(data, choices, port);
    },
  };
}

/** Runs the product on this data; returns a function that stops it. */
async function run(
  data: string,
  { name, settings, empty = false }: Choices,
  usedPort?: number,
): Promise<Pick<Instance, "stop" | "printed"> & { port: number }> {
  const root = resolve(import.meta.dirname, "../..");
  const binary = process.env["GUILDHALL_BIN"] ?? join(root, "target/debug/guildhall");
  if (!existsSync(binary)) throw new Error(`${binary} is not built: cargo build -p guildhall`);

  const results = join(root, "test-results");
  mkdirSync(results, { recursive: true });
  const logFile = join(results, `${name}.log`);
  const log = createWriteStream(logFile);
  const port = usedPort ?? (await freePort());
  const before = process.env["GUILDHALL_E2E_PORT"];
  process.env["GUILDHALL_E2E_PORT"] = String(port);

  const flags = [...(empty ? [] : ["--demo"]), "--port", String(port), "--data-dir", data];
  const server = spawn(binary, ["up", ...flags], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      ...(await settings?.(port)),
      // The addresses in posts of tests exist nowhere, and looking them up would take seconds.
      GUILDHALL_CONTENT__LINK_PREVIEWS: "off",
      GUILDHALL_TELEMETRY__LOG_FORMAT: "json",
    },
  });
  server.stdout.pipe(log, { end: false });
  server.stderr.pipe(log, { end: false });
  try {
    await ready(server);
  } catch (fault) {
    await end(server);
    throw new Error(`${String(fault)}\n${readFileSync(logFile, "utf8").slice(-4000)}`, {
      cause: fault,
    });
  }

  const printed = () => readFileSync(logFile, "utf8");
  const stop = async () => {
    setPort(before);
    const code = await end(server);
    if (code !== 0) throw new Error(`asked to stop, the server ended with ${code}`);
    expectNoSecrets(printed());
  };
  return { stop, printed, port };
}

function setPort(port: string | undefined): void {
  if (port === undefined) delete process.env["GUILDHALL_E2E_PORT"];
  else process.env["GUILDHALL_E2E_PORT"] = port;
}

function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer();
    probe.on("error", failed);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      probe.close(() => {
        done(port);
      });
    });
  });
}

async function ready(server: ChildProcess): Promise<void> {
  const until = Date.now() + 120_000;
  while (Date.now() < until) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`);
    // oxlint-disable-next-line no-await-in-loop -- polls until it responds
    const answer = await call("main", "/readyz").catch(() => undefined);
    if (answer?.status === 200) return;
    // oxlint-disable-next-line no-await-in-loop
    await wait(200);
  }
  throw new Error("the server was not ready within two minutes");
}

async function end(server: ChildProcess): Promise<number | null> {
  if (server.exitCode !== null) return server.exitCode;
  const ended = new Promise<number | null>((done) => {
    server.once("exit", done);
  });
  server.kill("SIGTERM");
  const code = await Promise.race([ended, wait(30_000, "late" as const, { ref: false })]);
  if (code !== "late") return code;
  server.kill("SIGKILL");
  throw new Error("the server did not stop within 30 seconds");
}
