import { provenBesideTheCode, unproven } from "./other-requirements.ts";
import { requirements } from "./requirements.ts";

/** How far the numbers of each letter go. */
export const numbered = { E: 182, R: 231, X: 62 } as const;
export type Letter = keyof typeof numbered;

/** Test files, relative to the project, by the number they prove. */
export type Proofs = ReadonlyMap<string, readonly string[]>;

/** Every number of one letter, in order. */
export function numbers(letter: Letter): string[] {
  return Array.from({ length: numbered[letter] }, (_, index) => `${letter}${index + 1}`);
}

const sentences: ReadonlyMap<string, string> = new Map(
  [requirements, provenBesideTheCode, ...Object.values(unproven)].flatMap((list) => Object.entries(list)),
);
const reasons: ReadonlyMap<string, string> = new Map(
  Object.entries(unproven).flatMap(([reason, list]) => Object.keys(list).map((id) => [id, reason])),
);

/** docs/requirements.md as it should be. */
export function requirementsPage(proofs: Proofs): string {
  return [
    opening,
    section("Endpoints (E)", "E", proofs),
    section("Rules (R)", "R", proofs),
    section("Resolved questions (X)", "X", proofs),
  ].join("\n\n");
}

const opening = `# Requirements

Every behavior that callers can rely on has a number, and comments and tests cite it: \`R65\`, \`E143\`, \`X12\`. **E** is an endpoint, **R** a rule,
**X** a question that the rules left open, with the answer chosen. Numbers never change and are never reused.

Paths are under \`/api/v1\` unless they start with \`/mcp\`, \`/oauth\`, \`/.well-known\`, \`/webhooks\`, \`/up\` or \`/api/secrets\`.
\`GET /api/v1/openapi.json\` has the schemas. An *integration* is called \`external_app\` or plugin on the wire.

\`npm test -- --project contract -t R35\` runs the contract tests that prove a number. This page is generated: change the sentences in
\`test/contract/requirements.ts\` or \`test/contract/other-requirements.ts\`, then run \`npm test -- test/contract/coverage.test.ts -u\`.
\`test/contract/coverage.test.ts\` fails when the page is out of date.`;

function section(title: string, letter: Letter, proofs: Proofs): string {
  const rows = numbers(letter).map((id) => `| ${id} | ${sentences.get(id) ?? ""} | ${proofOf(id, proofs)} |`);
  return [`## ${title}`, "", "| No. | Requirement | Tests |", "| --- | --- | --- |", ...rows, ""].join("\n");
}

function proofOf(id: string, proofs: Proofs): string {
  const links = (proofs.get(id) ?? []).map((file) => `[${labelOf(file)}](../${file})`);
  return links.join(", ") || (reasons.get(id) ?? "");
}

/** The file without its suffix; beside the code also its folder, since many folders have a `rules.test.ts`. */
function labelOf(file: string): string {
  const parts = file.replace(/\.test\.tsx?$/, "").split("/");
  return parts.slice(file.startsWith("test/") ? -1 : -2).join("/");
}
