/** @module-tag real-cli */

import { writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { atRest, startTestService, type TestService } from "../support/service.ts";
import { createSession, sessionOf, transcriptOf } from "../support/sessions.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";
import { proves } from "./proves.ts";

let service: TestService;
let folder: TestFolder;

/** A catalog with the service itself as a server that anybody might select. */
beforeAll(async () => {
  folder = await makeTestFolder();
  const box = {
    type: "streamable-http",
    title: "Box",
    description: "This service, with a key.",
    url: "${BOX_URL}/mcp?tool_groups=sessions",
    headers: { Authorization: "Bearer ${BOX_KEY}" },
  };
  await writeFile(folder.at("mcp.json"), JSON.stringify({ box }));
  await writeFile(folder.at("air.json"), JSON.stringify({ name: "box", mcp: ["./mcp.json"] }));
  service = await startTestService({ environment: { SERVICE_CATALOG: folder.at("air.json") } });
  service.environment["BOX_URL"] = service.url;
  service.environment["BOX_KEY"] = service.key;
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

describe.each(["pi", "claude_code", "codex"])("the real %s", (agent_runtime) => {
  proves("E69")(
    "calls a tool of /mcp with a key, which appears nowhere else",
    async () => {
      const other = await createSession(service);
      const input = { session_id: other.id, action: "update_title", title: `Named by ${agent_runtime}` };
      const call = `#script mcp server=box tool=action_session args=${JSON.stringify(input)}`;
      const prompt = `${call}\n#script say Done.`;
      const { id } = await createSession(service, { agent_runtime, mcp_servers: ["box"], prompt });
      expect((await service.waitFor(id, atRest, 60_000)).status).toBe("needs_input");
      expect((await sessionOf(service, other.id)).title).toBe(`Named by ${agent_runtime}`);
      expect((await transcriptOf(service, id)).includes(service.key)).toBe(false);
    },
    90_000,
  );
});
