import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  cpSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expectNoSecrets } from "../../support/secrets.ts";
import { layout, placeOfLayout, portalDomain } from "./layouts.ts";

/** Number of consecutive ports of a fleet; the edge uses two of them. */
const ports = 42;

export interface Fleet {
  /** A folder that is deleted with the fleet. */
  folder: string;
  stop: () => Promise<void>;
}

const root = resolve(import.meta.dirname, "../../..");

/** Starts every role and server as a process; `origin` then returns the fleet's origins. */
export async function startFleet(): Promise<Fleet> {
  const portals = portalDomain();
  const folder = mkdtempSync(join(tmpdir(), "guildhall-over-tls-"));
  const first = await freePorts();
  const place = ["--data-dir", folder, "--https-port", String(first)];
  place.push("--http-port", String(first + 1), "--private-ports", String(first + 2));
  place.push("--portal-domain", portals);
  process.env["GUILDHALL_E2E_FLEET"] = JSON.stringify(place);
  process.env["GUILDHALL_E2E_PORT"] = String(first);
  process.env["GUILDHALL_E2E_PLAIN_PORT"] = String(first + 1);
  process.env["GUILDHALL_E2E_MAIN"] = "guildhall.localhost";
  process.env["GUILDHALL_E2E_PORTALS"] = portals;

  const results = join(root, "test-results");
  mkdirSync(results, { recursive: true });
  const log = createWriteStream(join(results, `fleet-${layout}.log`));
  const child = spawn(program(), ["fleet", "up", ...place], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, GUILDHALL_TELEMETRY__LOG_FORMAT: "json" },
  });
  child.stderr.pipe(log, { end: false });
  const stop = async () => {
    const code = await end(child);
    const said = readdirSync(join(folder, "logs"))
      .filter((name) => /^(edge|control-plane|runtime-\d|worker)\.log$/.test(name))
      .map((name) => readFileSync(join(folder, "logs", name), "utf8"));
    cpSync(join(folder, "logs"), join(results, `fleet-${layout}-logs`), { recursive: true });
    rmSync(folder, { recursive: true, force: true });
    if (code !== 0) throw new Error(`asked to stop, the fleet ended with ${code}`);
    expectNoSecrets(said.join("\n"));
  };
  try {
    await ready(child, log);
    trust(folder);
  } catch (fault) {
    await end(child);
    throw fault;
  }
  return { folder, stop };
}

/** Sends a command to the running fleet, as an operator does in a second terminal. */
export function runCommand(...words: string[]): string {
  const place: unknown = JSON.parse(process.env["GUILDHALL_E2E_FLEET"] ?? "[]");
  if (!Array.isArray(place)) throw new Error("the fleet is started by global-setup.ts");
  const all = ["fleet", ...words, ...place.map(String)];
  return execFileSync(program(), all, { cwd: root, encoding: "utf8" });
}

function program(): string {
  const found = process.env["GUILDHALL_XTASK"] ?? join(root, "target/debug/xtask");
  if (!existsSync(found)) throw new Error(`${found} is not built: cargo build -p xtask`);
  return found;
}

/** A browser started with this home folder trusts only the fleet's authority. */
function trust(folder: string): void {
  const home = join(folder, "home");
  const database = join(home, ".pki/nssdb");
  mkdirSync(database, { recursive: true });
  const at = ["-d", `sql:${database}`];
  const rootFile = join(folder, "pebble-root.pem");
  execFileSync("certutil", [...at, "-N", "--empty-password"]);
  execFileSync("certutil", [...at, "-A", "-t", "C,,", "-n", "guildhall-test", "-i", rootFile]);
  process.env["GUILDHALL_E2E_HOME"] = home;
  process.env["GUILDHALL_E2E_ROOT"] = rootFile;
}

function ready(child: ChildProcess, log: NodeJS.WritableStream): Promise<void> {
  return new Promise((done, failed) => {
    let said = "";
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      log.write(text);
      said += text;
      if (said.includes("ready after")) done();
    });
    child.once("exit", (code) => {
      failed(new Error(`the fleet ended with ${code}\n${said}`));
    });
  });
}

async function end(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode;
  const ended = new Promise<number | null>((done) => {
    child.once("exit", done);
  });
  runCommand("down");
  return ended;
}

/** The first of a range of free ports below the ephemeral ports. */
async function freePorts(): Promise<number> {
  // The layouts have separate ranges, because both may be starting at the same time.
  const from = 27_500 + 2_200 * placeOfLayout().place;
  for (let first = from; first + ports < from + 2_200; first += ports) {
    const requested = Array.from({ length: ports }, (_, n) => isFree(first + n));
    // oxlint-disable-next-line no-await-in-loop -- the next range only if this one is taken
    if ((await Promise.all(requested)).every(Boolean)) return first;
  }
  throw new Error("there are not enough ports in a row");
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once("error", () => {
      done(false);
    });
    probe.listen(port, "127.0.0.1", () => {
      probe.close(() => {
        done(true);
      });
    });
  });
}
