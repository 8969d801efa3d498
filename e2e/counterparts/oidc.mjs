/**
 * An OpenID Connect issuer for tests, built on `oidc-provider`, that accepts any identity. Usage:
 * `node oidc.mjs <redirect address>`. It prints its issuer URL as one line once it listens, and
 * ends when its standard input closes.
 *
 * An identity is written `subject`, `subject~name` (email name@people.example) or `subject~email`;
 * a trailing `!` marks the email as unverified. A subject that begins with `twist-` gets an invalid
 * token; one listed in `variants` gets an unusual but valid token.
 */

import { createHmac, createPrivateKey, generateKeyPairSync, sign } from "node:crypto";
import { createServer } from "node:http";
import * as oidc from "oidc-provider";

const clientId = "guildhall-tests";
const clientSecret = "a-secret-between-two-test-servers";
const people = new Map();

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const jwk = { ...privateKey.export({ format: "jwk" }), kid: "first", use: "sig", alg: "RS256" };

/** The fault of the token by subject. */
const twists = {
  nonce: (claims) => signed({ ...claims, nonce: "another" }),
  "no-nonce": ({ nonce: _nonce, ...claims }) => signed(claims),
  aud: (claims) => signed({ ...claims, aud: "another-client" }),
  auds: (claims) => signed({ ...claims, aud: [clientId, "another-client"] }),
  "auds-azp": (claims) =>
    signed({ ...claims, aud: [clientId, "another-client"], azp: "another-client" }),
  "auds-without-us": (claims) => signed({ ...claims, aud: ["another-client"], azp: clientId }),
  "no-email": ({ email: _email, ...claims }) => signed(claims),
  "unverified-string": (claims) => signed({ ...claims, email_verified: "false" }),
  azp: (claims) => signed({ ...claims, azp: "another-client" }),
  iss: (claims) => signed({ ...claims, iss: "https://issuer.example" }),
  old: (claims) => signed({ ...claims, exp: claims.iat - 3600 }),
  key: (claims) => signed(claims, generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey),
  none: (claims) => `${head({ alg: "none" })}.${part(claims)}.`,
  shared: (claims) => {
    const text = `${head({ alg: "HS256" })}.${part(claims)}`;
    return `${text}.${createHmac("sha256", clientSecret).update(text).digest("base64url")}`;
  },
};

/** Token formats of some issuers that every client should accept, by subject. */
const variants = {
  "odd-strings": (claims) => ({ ...claims, email_verified: "true" }),
  "odd-audiences": (claims) => ({ ...claims, aud: [clientId, "another-client"], azp: clientId }),
  "odd-audience": (claims) => ({ ...claims, aud: [clientId] }),
};

const part = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
const head = (header) => part({ typ: "JWT", ...header });

function signed(claims, key = createPrivateKey({ key: jwk, format: "jwk" })) {
  const text = `${head({ alg: "RS256", kid: jwk.kid })}.${part(claims)}`;
  return `${text}.${sign("sha256", Buffer.from(text), key).toString("base64url")}`;
}

function settings(redirect) {
  const policy = oidc.interactionPolicy.base();
  policy.add(new oidc.interactionPolicy.Prompt({ name: "select_account", requestable: true }), 0);
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirect],
        grant_types: ["authorization_code"],
        response_types: ["code"],
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ["only-for-tests"] },
    conformIdTokenClaims: false,
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: ["name", "given_name", "family_name"],
    },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_context, { uid }) => `/interaction/${uid}` },
    // One day, so that a test may advance its own clock.
    ttl: { IdToken: 86_400, AuthorizationCode: 600, Session: 600, Interaction: 600, Grant: 600 },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, ...people.get(accountId) }),
    }),
    async loadExistingGrant(context) {
      const { client, session, provider } = context.oidc;
      const grant = new provider.Grant({
        clientId: client.clientId,
        accountId: session.accountId,
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  };
}

/** Registers an identity and returns its subject. */
function introduce(words) {
  const [subject, name = subject] = words.replace(/!$/, "").split("~");
  const given = name.split("@", 1)[0].replaceAll(/[^a-z]/g, "");
  people.set(subject, {
    email: name.includes("@") ? name : `${name}@people.example`,
    email_verified: !words.endsWith("!"),
    given_name: given.charAt(0).toUpperCase() + given.slice(1),
    family_name: "Tester",
  });
  return subject;
}

const page = (uid) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Choose an account</title>
<link rel="icon" href="data:,"></head><body><main>
<h1>Choose an account</h1>
<form method="post" action="/interaction/${uid}">
<label>Who are you? <input name="person" autofocus></label>
<button name="answer" value="yes">Continue</button>
<button name="answer" value="no">Cancel</button>
</form></main></body></html>`;

async function read(request) {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  return new URLSearchParams(body);
}

async function interact(provider, request, response) {
  if (request.method === "GET") {
    const { uid } = await provider.interactionDetails(request, response);
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(page(uid));
    return;
  }
  const form = await read(request);
  const result =
    form.get("answer") === "no"
      ? { error: "access_denied", error_description: "the person said no" }
      : { select_account: {}, login: { accountId: introduce(form.get("person") ?? "") } };
  await provider.interactionFinished(request, response, result, {
    mergeWithLastSubmission: false,
  });
}

function serve(server, redirect) {
  const { port } = server.address();
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new oidc.Provider(issuer, settings(redirect));
  provider.use(async (context, next) => {
    await next();
    if (context.path !== "/token" || !context.body?.id_token) return;
    const claims = JSON.parse(Buffer.from(context.body.id_token.split(".")[1], "base64url"));
    const twist = twists[String(claims.sub).replace(/^twist-/, "")];
    if (String(claims.sub).startsWith("twist-")) context.body.id_token = twist(claims);
    const variant = variants[claims.sub];
    if (variant === undefined) return;
    context.body.id_token = signed(variant(claims));
    context.body.expires_in = String(context.body.expires_in);
  });
  const callback = provider.callback();
  server.on("request", (request, response) => {
    if (!request.url.startsWith("/interaction/")) {
      callback(request, response);
      return;
    }
    interact(provider, request, response).catch((fault) => {
      response.statusCode = 500;
      response.end(String(fault));
    });
  });
  process.stdout.write(`${issuer}\n`);
}

const server = createServer();
server.listen(0, "127.0.0.1", () => serve(server, process.argv[2]));
process.stdin.resume();
process.stdin.on("end", () => process.exit(0));
