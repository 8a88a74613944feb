import { z } from "zod";
import { factList, heading, page } from "../../../mcp/markdown.ts";
import { defineTool } from "../../../mcp/tool.ts";
import { type CliTool, cliOperations } from "../../agents/clis/model.ts";
import { healthOperations } from "./model.ts";
import { text } from "./text.ts";

export const getSystemHealth = defineTool({
  name: "get_system_health",
  description:
    "Checks whether the database, disk and queue work; on request also which agent CLIs are installed and signed in.",
  effect: "read",
  input: z.object({ include_cli_status: z.boolean().default(false) }),
  async run({ include_cli_status }, { call }) {
    const report = await call(healthOperations.upDeep, {});
    const clis = include_cli_status ? await call(cliOperations.getCliStatus, {}) : null;
    const tools = Object.values(clis?.cli_status.tools ?? {});
    return {
      text: page(
        heading(2, text.title),
        factList([
          ["Status", report.status],
          ["Failed", report.failed.join(", ")],
        ]),
        tools.length === 0 ? null : page(heading(3, text.clis), factList(tools.map(cliLine))),
      ),
      facts: { ...report, ...clis },
    };
  },
});

const cliLine = ({ name, installed, authenticated, version }: CliTool): [string, string] => {
  if (installed === null) return [name, text.notChecked];
  if (!installed) return [name, text.notInstalled];
  return [name, `${version ?? text.installed}, ${authenticated === true ? text.signedIn : text.notSignedIn}`];
};
