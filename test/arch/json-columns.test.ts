import { expect, it } from "vitest";
import { filesBelow, textOf } from "./tree.ts";

/** Columns are decoded by the codecs of their tables (server/db/json-codec.ts). */
const decoders = /(?:^|[/-])(?:table|store|queries)\.ts$/;
const isOutside = (file: string): boolean => /\.test\.ts$|[.-]test-(?:bed|data)\.ts$/.test(file);

/** What else parses JSON, and where that text comes from. */
const otherSources: Readonly<Record<string, string>> = {
  "server/domains/access/lan/certificate.ts": "the secret store",
  "server/domains/access/oauth/authorization-servers.ts": "the secret store",
  "server/domains/access/page-keys/signer-script.ts": "the browser's storage, in a script of a page",
  "server/domains/access/web-sign-in/sealed-state.ts": "a sealed cookie",
  "server/domains/agents/catalog/tracked-files.ts": "a file",
  "server/domains/agents/mcp-connections/sign-in-flow.ts": "a sealed text",
  "server/domains/agents/accounts/credentials.ts": "the secret store",
  "server/domains/agents/accounts/service.ts": "the secret store",
  "server/domains/agents/mcp-connections/token-storage.ts": "the secret store",
  "server/domains/automation/webhooks/receivers.ts": "an HTTP request",
  "server/domains/inbox/push/apns.ts": "an HTTP response",
  "server/domains/inbox/push/web-push.ts": "the secret store",
  "server/domains/installation/backups/files.ts": "a file",
  "server/domains/installation/backups/restore.ts": "a file",
  "server/domains/installation/health/recent-errors.ts": "a line of the log",
  "server/domains/live/conversations/tool-execution.ts": "the arguments that a model sent",
  "server/domains/workspace/pushes/cut-off.ts": "a file",
  "server/domains/workspace/workspaces/repository-archive.ts": "a file",
  "server/domains/surfaces/archive/index-file.ts": "a file",
  "server/domains/transcripts/transcripts/adoption.ts": "a line of a transcript",
  "server/domains/transcripts/transcripts/large-reads.ts": "the answer of a worker thread",
  "server/domains/transcripts/transcripts/line-value.ts": "a line of a transcript",
  "server/domains/usage/ledger/reading-worker.ts": "a line of a transcript",
};

const parses = (file: string, text: string): boolean =>
  !decoders.test(file) && !isOutside(file) && /\bJSON\s*\.\s*parse\b|\bparseObject\b/.test(text);

it("parses JSON outside of stores only where it comes from elsewhere than a column", () => {
  const files = ["server/domains", "server/compose"]
    .flatMap(filesBelow)
    .filter((file) => file.endsWith(".ts"));
  const found = files.filter((file) => parses(file, textOf(file))).sort();
  expect(found).toEqual(Object.keys(otherSources).sort());
});

it.each([
  ["reports a service", "server/domains/group/alpha/service.ts", true],
  ["reports a view", "server/domains/group/alpha/view.ts", true],
  ["reports a file whose name only ends alike", "server/domains/group/alpha/timetable.ts", true],
  ["allows a store", "server/domains/group/alpha/store.ts", false],
  ["allows a store with a longer name", "server/domains/group/alpha/row-store.ts", false],
  ["allows a table", "server/domains/group/alpha/table.ts", false],
])("%s that parses a column", (_title, file, expected) => {
  expect(parses(file, "export const names = (row: Row) => JSON.parse(row.names) as string[];\n")).toBe(
    expected,
  );
});
