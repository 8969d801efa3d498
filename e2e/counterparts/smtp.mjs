/**
 * A mail server for tests: the real protocol by `smtp-server`, in whatever mood it is told to be.
 * Usage: `node smtp.mjs [folder]`; with a folder it offers STARTTLS, under an authority of its own
 * whose certificate it leaves there as `ca.pem`. It says everything as one line of JSON each, its
 * port first, and ends when its standard input does.
 *
 * A line to its standard input changes it, and is answered by `{"now": line}`:
 * `accept` takes every mail, `refuse ADDRESS` says 550 to that recipient, `later` says 451 to every
 * one, `hold` keeps a mail and says so only at `release`, `close` leaves the port and hangs up,
 * `open` comes back to it, `tell` does nothing: when it is answered, all that happened before it has
 * been said.
 */

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { SMTPServer } from "smtp-server";

const say = (fact) => process.stdout.write(`${JSON.stringify(fact)}\n`);
const refusal = (responseCode, words) => Object.assign(new Error(words), { responseCode });

const state = { later: false, holds: false, refused: new Set(), held: [] };

const openssl = (...words) => execFileSync("openssl", words, { stdio: "ignore" });

/** The key and certificate of this machine, vouched for by an authority made for this one run. */
function identity(folder) {
  const at = (name) => join(folder, name);
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const authority = ["-subj", "/CN=Guildhall test authority", "-days", "2"];
  openssl("req", "-x509", ...key, ...authority, "-keyout", at("ca.key"), "-out", at("ca.pem"));
  const own = ["-subj", "/CN=localhost", "-keyout", at("own.key"), "-out", at("own.csr")];
  openssl("req", ...key, ...own);
  writeFileSync(at("own.cnf"), "subjectAltName=DNS:localhost,IP:127.0.0.1\n");
  const signed = ["-CA", at("ca.pem"), "-CAkey", at("ca.key"), "-CAcreateserial", "-days", "2"];
  const asked = ["-in", at("own.csr"), "-extfile", at("own.cnf"), "-out", at("own.pem")];
  openssl("x509", "-req", ...signed, ...asked);
  return { key: readFileSync(at("own.key")), cert: readFileSync(at("own.pem")) };
}

function admit({ address }, _session, done) {
  if (state.later) done(refusal(451, `Try ${address} again later`));
  else if (state.refused.has(address)) done(refusal(550, `${address} is unknown here`));
  else {
    done();
    return;
  }
  say({ turnedAway: address });
}

async function keep(stream, session, done) {
  const parts = [];
  for await (const part of stream) parts.push(part);
  const raw = Buffer.concat(parts).toString();
  const answer = () => done(null, "kept");
  if (state.holds) state.held.push(answer);
  const to = session.envelope.rcptTo.map(({ address }) => address);
  say({ kept: { to, raw, secure: session.secure } });
  if (!state.holds) answer();
}

/** A server on the port, or on any; it is there when this comes back. */
async function listen(port, tls) {
  const server = new SMTPServer({
    ...tls,
    disabledCommands: tls === undefined ? ["AUTH", "STARTTLS"] : ["AUTH"],
    disableReverseLookup: true,
    closeTimeout: 1,
    onRcptTo: admit,
    onData: (stream, session, done) => {
      keep(stream, session, done).catch(done);
    },
  });
  // A client that hangs up in the middle has simply sent nothing.
  server.on("error", () => {});
  await new Promise((ready) => {
    server.listen(port, "127.0.0.1", ready);
  });
  return server;
}

const tls = process.argv[2] === undefined ? undefined : identity(process.argv[2]);
let server = await listen(0, tls);
const { port } = server.server.address();

const orders = {
  accept: () => Object.assign(state, { later: false, holds: false, refused: new Set() }),
  later: () => Object.assign(state, { later: true }),
  refuse: (address) => state.refused.add(address),
  hold: () => Object.assign(state, { holds: true }),
  release: () => {
    Object.assign(state, { holds: false });
    for (const answer of state.held.splice(0)) answer();
  },
  close: () => new Promise((closed) => server.close(closed)),
  open: async () => {
    server = await listen(port, tls);
  },
  tell: () => {},
};

say({ port });
for await (const line of createInterface({ input: process.stdin })) {
  const [order, ...words] = line.split(" ");
  await orders[order](...words);
  say({ now: line });
}
process.exit(0);
