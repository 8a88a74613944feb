import ts from "typescript";
import { expect, it } from "vitest";
import { filesBelow, textOf } from "./tree.ts";

const vendor =
  /[Cc]laude|CLAUDE|[Cc]odex|CODEX|[Aa]nthropic|ANTHROPIC|[Oo]pen[Aa][Ii]|OPENAI|[Oo]pen[Rr]outer|OPENROUTER|(?<![A-Za-z])pi(?![a-z])/;
const isElsewhere =
  /^server\/(?:runtimes|scripted-model)\/|\.test\.ts$|[.-]test-(?:data|bed)\.ts$|(?:^|[/-])text\.ts$/;

/** What may name a vendor outside of server/runtimes and the texts that people read, each with its reason. */
const reasons: Readonly<Record<string, string>> = {
  "server/cli/demo.ts": "runs the agent that comes with the package",
  "server/compose/live.ts": "has a provider of its own, whatever agents run on",
  "server/domains/agents/accounts/model.ts": "a name on the wire",
  "server/domains/agents/accounts/service.ts": "a name on the wire",
  "server/domains/owner/experimental-settings/model.ts": "one is about an ability that a single CLI has",
  "server/domains/pricing/prices/further-rates.ts": "the price list names models",
  "server/domains/pricing/prices/rates.ts": "the price list names models",
  "server/lib/redaction/token-rules.ts": "the shapes of keys, also of providers that no agent here uses",
  "server/live-provider/index.ts": "has a provider of its own, whatever agents run on",
  "server/live-provider/openai-session.ts": "has a provider of its own, whatever agents run on",
  "server/live-provider/openai.ts": "has a provider of its own, whatever agents run on",
  "server/settings.ts": "reads the key of the provider of live conversations",
  "server/settings/on-disk.ts": "lists the variables that people set",
  "server/settings/variables.ts": "lists the variables that people set",
};

/** The names and strings of a source that name a vendor; comments may. */
function namesIn(file: string, text: string): string[] {
  if (!vendor.test(text)) return [];
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isName =
      ts.isIdentifier(node) || ts.isStringLiteralLike(node) || ts.isRegularExpressionLiteral(node);
    const isPart = ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node);
    if ((isName || isPart) && vendor.test(node.text)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return found;
}

it("is in server/runtimes alone, but for exactly the places with a reason", () => {
  const files = filesBelow("server").filter((file) => file.endsWith(".ts") && !isElsewhere.test(file));
  expect(files.length).toBeGreaterThan(500);
  const naming = files.filter((file) => namesIn(file, textOf(file)).length > 0);
  expect(naming.toSorted()).toEqual(Object.keys(reasons).toSorted());
});

it.each([
  ["a string", 'export const pooled = ["claude_code"];'],
  ["a part of a statement", "export const sql = `CASE ${runtime} WHEN 'codex' THEN 1 END`;"],
  ["a folder", 'export const secret = ".pi";'],
  ["a name", "export const openAiProvider = 1;"],
  ["the beginning of a name", "export const piFolder = 1;"],
  ["a pattern", "export const variable = /^OPENAI_/;"],
])("is found in %s", (_where, text) => {
  expect(namesIn("planted.ts", text)).toHaveLength(1);
});

it.each([
  ["a comment", "// As Codex does.\nexport const x = 1;"],
  ["another word", 'export const api = ["openapi", "pipe", "spice"];'],
])("is not found in %s", (_where, text) => {
  expect(namesIn("planted.ts", text)).toEqual([]);
});
