import type { OfferedTrigger } from "../../../../server/domains/automation/integrations/model.ts";

export function capWords(cap: number | null): string {
  if (cap === null) return "No cap";
  return cap === 1 ? "1 session a minute" : `${cap} sessions a minute`;
}

export const variableWords = (variables: readonly string[]): string =>
  variables.length === 0 ? "Takes no variables" : `Takes ${variables.join(", ")}`;

/** What an application sends to fire a trigger, for a shell. */
export function curlExample(baseUrl: string, trigger: OfferedTrigger): string {
  const values = Object.fromEntries(trigger.variables.map((name) => [name, "…"]));
  return [
    `curl -X POST ${baseUrl}/api/v1/external_app/triggers/${trigger.id}/invoke \\`,
    '  -H "X-API-Key: $PLUGIN_KEY" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d '${JSON.stringify({ variables: values })}'`,
  ].join("\n");
}

/** For a client that reads its servers from a file. */
export const mcpExample = (baseUrl: string): string =>
  JSON.stringify(
    {
      mcpServers: {
        signalbox: {
          type: "http",
          url: `${baseUrl}/mcp/external_app`,
          headers: { "X-API-Key": "the integration's key" },
        },
      },
    },
    null,
    2,
  );
