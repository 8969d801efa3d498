import { type ChildProcess, spawn } from "node:child_process";
import {
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
import { keepsSecrets } from "./secrets.ts";

/** The real product with the demo network, on a port and data of its own. */
export interface Instance {
  /** A folder that goes when the instance does. */
  folder: string;
  /** Ends it as a signal would, and looks at what it logged. */
  stop: () => Promise<void>;
}

interface Choices {
  /** Names its log. */
  name: string;
  /** Settings, once the port is known. */
  settings?: (port: number) => Promise<Record<string, string>> | Record<string, string>;
}

/** Starts an instance; from now on the doors are its own. */
export async function startInstance({ name, settings }: Choices): Promise<Instance> {
  const root = resolve(import.meta.dirname, "../..");
  const binary = process.env["GUILDHALL_BIN"] ?? join(root, "target/debug/guildhall");
  if (!existsSync(binary)) throw new Error(`${binary} is not built: cargo build -p guildhall`);

  const folder = mkdtempSync(join(tmpdir(), "guildhall-e2e-"));
  const results = join(root, "test-results");
  mkdirSync(results, { recursive: true });
  const logFile = join(results, `${name}.log`);
  const log = createWriteStream(logFile);
  const port = await freePort();
  const before = process.env["GUILDHALL_E2E_PORT"];
  process.env["GUILDHALL_E2E_PORT"] = String(port);

  const server = spawn(
    binary,
    ["up", "--demo", "--port", String(port), "--data-dir", join(folder, "instance")],
    {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        ...(await settings?.(port)),
        GUILDHALL_TELEMETRY__LOG_FORMAT: "json",
      },
    },
  );
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

  return {
    folder,
    stop: async () => {
      if (before !== undefined) process.env["GUILDHALL_E2E_PORT"] = before;
      const code = await end(server);
      rmSync(folder, { recursive: true, force: true });
      if (code !== 0) throw new Error(`asked to stop, the server ended with ${code}`);
      keepsSecrets(readFileSync(logFile, "utf8"));
    },
  };
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
    // oxlint-disable-next-line no-await-in-loop -- asked again until it answers
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
