import { z } from "zod";
import { factList, heading, page } from "../../../mcp/markdown.ts";
import { defineTool } from "../../../mcp/tool.ts";
import { type CliTool, cliOperations } from "../../agents/clis/model.ts";
import { healthOperations } from "./model.ts";

export const getSystemHealth = defineTool({
  name: "get_system_health",
  description:
    "Whether database, disk and queue answer; on request also which agent CLIs are installed and signed in.",
  effect: "read",
  input: z.object({ include_cli_status: z.boolean().default(false) }),
  async run({ include_cli_status }, { call }) {
    const report = await call(healthOperations.upDeep, {});
    const clis = include_cli_status ? await call(cliOperations.getCliStatus, {}) : null;
    const tools = Object.values(clis?.cli_status.tools ?? {});
    return {
      text: page(
        heading(2, "System Health"),
        factList([
          ["Status", report.status],
          ["Failed", report.failed.join(", ")],
        ]),
        tools.length === 0 ? null : page(heading(3, "Agent CLIs"), factList(tools.map(cliLine))),
      ),
      facts: { ...report, ...clis },
    };
  },
});

const cliLine = ({ name, installed, authenticated, version }: CliTool): [string, string] => {
  if (installed === null) return [name, "not looked at yet"];
  if (!installed) return [name, "not installed"];
  return [name, `${version ?? "installed"}, ${authenticated === true ? "signed in" : "not signed in"}`];
};
