import type { OfferedTrigger } from "../../../../server/domains/automation/integrations/model.ts";

/** A shell command that fires a trigger. */
export function curlExample(baseUrl: string, trigger: OfferedTrigger): string {
  const values = Object.fromEntries(trigger.variables.map((name) => [name, "…"]));
  return [
    `curl -X POST ${baseUrl}/api/v1/external_app/triggers/${trigger.id}/invoke \\`,
    '  -H "X-API-Key: $INTEGRATION_KEY" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d '${JSON.stringify({ variables: values })}'`,
  ].join("\n");
}

/** A server entry for the configuration file of an MCP client. */
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
