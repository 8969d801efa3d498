import { readFileSync } from "node:fs";
import { request as overTcp, type IncomingMessage } from "node:http";
import { request as overTls } from "node:https";
import { host, hostname, port, rootFile, type Site } from "./sites.ts";

/** Requests to the instance that prepare a test before it opens a browser. */

export interface Answer {
  status: number;
  body: unknown;
  /** Cookies set by the response: names to values. */
  cookies: Record<string, string>;
}

interface Call {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  body?: unknown;
  cookies?: Record<string, string>;
  accept?: string;
  /** The client's network, if not this machine's. */
  network?: string;
  /** User agent. */
  agent?: string;
}

/** Node does not resolve names below `.localhost`, so only the Host header names the site. */
export function call(
  site: Site,
  path: string,
  { method = "GET", body, cookies, accept, network, agent }: Call = {},
) {
  return new Promise<Answer>((resolve, reject) => {
    const root = rootFile();
    const request = root === null ? overTcp : overTls;
    const sent = request(
      {
        ...(root === null ? {} : { servername: hostname(site), ca: readFileSync(root) }),
        host: "127.0.0.1",
        port: port(),
        path,
        method,
        headers: {
          Host: host(site),
          Accept: accept ?? "application/json",
          "Content-Type": "application/json",
          "X-Guildhall": "1",
          "Sec-Fetch-Site": "same-origin",
          ...(agent !== undefined && { "User-Agent": agent }),
          ...(network !== undefined && { "X-Forwarded-For": network }),
          Cookie: Object.entries(cookies ?? {})
            .map(([name, value]) => `${name}=${value}`)
            .join("; "),
        },
      },
      (answer) => {
        read(answer).then(resolve, reject);
      },
    );
    sent.on("error", reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

async function read(answer: IncomingMessage): Promise<Answer> {
  answer.setEncoding("utf8");
  let content = "";
  for await (const chunk of answer) content += String(chunk);
  const json = (answer.headers["content-type"] ?? "").includes("json");
  const cookies: Record<string, string> = {};
  for (const line of answer.headers["set-cookie"] ?? []) {
    const pair = line.split(";")[0] ?? "";
    const at = pair.indexOf("=");
    cookies[pair.slice(0, at)] = pair.slice(at + 1);
  }
  return {
    status: answer.statusCode ?? 0,
    body: json ? (JSON.parse(content) as unknown) : content,
    cookies,
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

export function part(body: unknown, key: string): unknown {
  return isRecord(body) ? body[key] : undefined;
}

/** The string at a key of a response; fails the test if there is none. */
export function text(body: unknown, key: string): string {
  const value = part(body, key);
  if (typeof value !== "string") throw new Error(`no text at ${key}: ${JSON.stringify(body)}`);
  return value;
}

/** The items of a list. */
export function items(body: unknown): Record<string, unknown>[] {
  const found = part(body, "items");
  if (!Array.isArray(found)) throw new Error(`no list: ${JSON.stringify(body)}`);
  return found.filter(isRecord);
}

/** The cookies in a file or a response: names to values. */
export function cookiesIn(value: unknown): Record<string, string> {
  const found = isRecord(value) ? Object.entries(value) : [];
  return Object.fromEntries(found.map(([name, content]) => [name, String(content)]));
}
