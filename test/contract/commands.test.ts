/** @module-tag real-cli */

import { afterAll, beforeAll, expect } from "vitest";
import type { SlashCommand } from "../../server/domains/turns/commands/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { clonedSession, isDecided, transcriptOf } from "../support/sessions.ts";
import { proves } from "./proves.ts";

const longMs = 120_000;

let service: BoardService;
beforeAll(async () => {
  service = await startBoardService();
});
afterAll(() => service[Symbol.asyncDispose]());

const send = (id: number, prompt: string) => service.call("POST", `/sessions/${id}/follow_up`, { prompt });

async function turnOf(id: number, prompt: string): Promise<void> {
  expect((await send(id, prompt)).status).toBe(200);
  await service.waitFor(id, isDecided, longMs);
}

proves("E176", "X61")(
  "what a message can begin with is listed, and commands of the repository and skills keep working",
  async () => {
    const git_root = await service.repository({
      ".claude/commands/ops/deploy.md":
        "---\ndescription: Deploys it\nargument-hint: where\n---\n#script say Deployed to $ARGUMENTS.\n",
      ".claude/commands/login.md": "#script say Logged in our way.\n",
      ".claude/skills/greet/SKILL.md": "---\nname: greet\ndescription: Greets\n---\n#script say Greeted.\n",
    });
    const { id } = await clonedSession(service, { agent_runtime: "claude_code", git_root });
    const list = async () =>
      (await service.call<{ commands: SlashCommand[] }>("GET", `/sessions/${id}/commands`)).body.commands;
    const before = await list();
    expect(before).toContainEqual({
      name: "clear",
      description: expect.any(String),
      argument: null,
      source: "service",
    });
    expect(before.filter(({ source }) => source === "repository" || source === "skill")).toEqual([]);
    expect((await send(id, "/login")).status).toBe(422);

    const trusted = await service.board.call("POST", "/repositories/trust", { git_root });
    expect(trusted.status).toBe(200);
    expect((await list()).filter(({ source }) => source === "repository" || source === "skill")).toEqual([
      { name: "greet", description: "Greets", argument: null, source: "skill" },
      { name: "login", description: "", argument: null, source: "repository" },
      { name: "ops:deploy", description: "Deploys it", argument: "where", source: "repository" },
    ]);
    await turnOf(id, "/ops:deploy staging");
    await turnOf(id, "/login");
    const transcript = await transcriptOf(service, id);
    expect(transcript).toContain("Deployed to staging.");
    expect(transcript).toContain("Logged in our way.");
  },
  longMs,
);
