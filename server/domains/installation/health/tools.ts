import { z } from "zod";
import { factList, heading, page } from "../../../mcp/markdown.ts";
import { defineTool } from "../../../mcp/tool.ts";
import { type CliTool, cliOperations } from "../../agents/clis/model.ts";
import { type Health, type HealthLine, healthOperations } from "./model.ts";
import { text } from "./text.ts";

export const getSystemHealth = defineTool({
  name: "get_system_health",
  description:
    "Reports how sessions, agent processes, queues, the database and the disk are, and what mends what is wrong; on request also which agent CLIs are installed and signed in.",
  effect: "read",
  input: z.object({ include_cli_status: z.boolean().default(false) }),
  async run({ include_cli_status }, { call }) {
    const deep = await call(healthOperations.upDeep, {});
    const report = await call(healthOperations.getHealth, {});
    const clis = include_cli_status ? await call(cliOperations.getCliStatus, {}) : null;
    const tools = Object.values(clis?.cli_status.tools ?? {});
    const { lines, overall_status } = report.health_report;
    const wrong = lines.filter(({ state }) => state !== "healthy");
    return {
      text: page(
        heading(2, text.title),
        factList([
          ["Status", deep.status],
          ["Failed", deep.failed.join(", ")],
          ["Overall", `${overall_status.status}: ${overall_status.message}`],
          ["Queue recovery mode", recoveryLine(report)],
        ]),
        wrong.length === 0 ? null : page(heading(3, text.attention), factList(wrong.map(wrongLine))),
        heading(3, text.everything),
        factList(lines.map(({ title, value }) => [title, value])),
        tools.length === 0 ? null : page(heading(3, text.clis), factList(tools.map(cliLine))),
      ),
      facts: { ...deep, ...report, ...clis },
    };
  },
});

const recoveryLine = ({ queue_recovery_mode: { active, expires_at } }: Health): string | null =>
  active ? text.recoveryOn(expires_at) : null;

const wrongLine = ({ title, value, meaning, since, lever }: HealthLine): [string, string] => [
  title,
  `${value}. ${meaning} (since ${since}${lever === null ? "" : `; lever: ${lever}`})`,
];

const cliLine = ({ name, installed, authenticated, version }: CliTool): [string, string] => {
  if (installed === null) return [name, text.notChecked];
  if (!installed) return [name, text.notInstalled];
  return [name, `${version ?? text.installed}, ${authenticated === true ? text.signedIn : text.notSignedIn}`];
};
