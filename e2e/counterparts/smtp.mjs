/**
 * A mail server for tests, built on `smtp-server`, with controllable failures. Usage: `node
 * smtp.mjs [folder]`; with a folder it offers STARTTLS, and writes the certificate of its own
 * authority there as `ca.pem`. It prints one JSON object per line, its port first, and ends when
 * its standard input closes.
 *
 * A line on its standard input changes its behaviour, and is confirmed by `{"now": line}`: `accept`
 * accepts every mail, `refuse ADDRESS` answers 550 for that recipient, `forget ADDRESS` answers 550
 * 5.1.1, `later` answers 451 for
 * every recipient, `hold` accepts a mail but answers only at `release`, `close` closes the port and
 * all connections, `open` listens again. `tell` does nothing: its confirmation follows the output
 * about all earlier events.
 */

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { SMTPServer } from "smtp-server";

const say = (fact) => process.stdout.write(`${JSON.stringify(fact)}\n`);
const refusal = (responseCode, words) => Object.assign(new Error(words), { responseCode });

const state = { later: false, holds: false, refused: new Set(), unknown: new Set(), held: [] };

const openssl = (...words) => execFileSync("openssl", words, { stdio: "ignore" });

/** Key and certificate of this host, signed by an authority created for this run. */
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
  else if (state.unknown.has(address)) done(refusal(550, `5.1.1 <${address}>: no such mailbox`));
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
  const from = session.envelope.mailFrom.address;
  say({ kept: { from, to, raw, secure: session.secure } });
  if (!state.holds) answer();
}

/** Listens on the port, or on any free one; returns once it listens. */
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
  // A client that disconnects during a transaction has sent nothing.
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
  accept: () =>
    Object.assign(state, { later: false, holds: false, refused: new Set(), unknown: new Set() }),
  later: () => Object.assign(state, { later: true }),
  refuse: (address) => state.refused.add(address),
  forget: (address) => state.unknown.add(address),
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
