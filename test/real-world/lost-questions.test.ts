/** @module-tag real-cli */

import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Elicitation } from "../../server/domains/sessions/elicitations/model.ts";
import { findAgentProcesses } from "../../server/lib/processes/index.ts";
import { type ScriptedModel, startScriptedModel } from "../../server/scripted-model/index.ts";
import { installationIn, startServiceProcess } from "../e2e/crash/service-process.ts";
import { makeGitRepository } from "../support/repository.ts";
import { atRest, caller, type Session, testEnvironment, waitForSession } from "../support/service.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";

const longMs = 120_000;
const key = "lost-question-key-0123456789";

const question = {
  header: "Color",
  question: "Which color do you want?",
  options: [
    { label: "Red", description: "like a heron's eye" },
    { label: "Blue", description: "like its wing" },
  ],
};

/** The CLIs that have a tool to ask with, and the call with which their agents ask. */
const asking = [
  { agent_runtime: "claude_code", tool: "AskUserQuestion", questions: [{ ...question, multiSelect: false }] },
  { agent_runtime: "codex", tool: "request_user_input", questions: [{ ...question, id: "color" }] },
] as const;
type Asking = (typeof asking)[number];

const asks = ({ tool, questions }: Asking): string =>
  `#script tool name=${tool} args=${JSON.stringify({ questions })}`;

interface Shown {
  session: Session;
  waiting: { banners: { key: string; headline: string; body: string[]; action: { kind: string } | null }[] };
}

async function startIn(folder: TestFolder, model: ScriptedModel) {
  const environment = testEnvironment({ folder: folder.path, modelUrl: model.url, key });
  const service = startServiceProcess(environment);
  onTestFinished(() => service.kill("SIGKILL"));
  const url = await service.ready;
  const call = caller(url, key);
  return {
    service,
    call,
    open: async (id: number) =>
      (await call<{ elicitations: Elicitation[] }>("GET", `/sessions/${id}/elicitations`)).body.elicitations,
    shown: async (id: number) => (await call<Shown>("GET", `/sessions/${id}`)).body,
    rested: (id: number) => waitForSession({ url, key, id }, atRest, 60_000),
  };
}

/** A service that ends while an agent waits for an answer, and is started again. */
async function restarted(of: Asking, how: "stopped" | "killed", scenarios: Scenarios = []) {
  const folder = await makeTestFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const model = await startScriptedModel({ scenarios });
  onTestFinished(() => model.close());
  const first = await startIn(folder, model);
  const { body } = await first.call<{ session: Session }>("POST", "/sessions", {
    agent_runtime: of.agent_runtime,
    git_root: await makeGitRepository(folder.at("repository")),
    prompt: `${asks(of)}\n#script say Painted.`,
  });
  const { id } = body.session;
  await expect.poll(() => first.open(id), { timeout: 60_000 }).toHaveLength(1);
  const asked = model.requests().length;
  first.service.kill(how === "killed" ? "SIGKILL" : "SIGTERM");
  await first.service.exited;
  if (how === "killed") {
    const markerPrefix = installationIn(join(folder.path, "data")) ?? "";
    for (const { pid } of await findAgentProcesses({ markerPrefix })) process.kill(pid, "SIGKILL");
  }
  const seen = () =>
    model
      .requests()
      .slice(asked)
      .flatMap(({ prompts }) => prompts)
      .join("\n");
  return { id, model, seen, ...(await startIn(folder, model)) };
}

type Scenarios = NonNullable<Parameters<typeof startScriptedModel>[0]>["scenarios"];

const told =
  /waited for a person to answer this question, which is closed now\..* ask it again: .*Which color do you want\?/;

describe.each(asking)("a question by $tool of $agent_runtime that is open", { timeout: longMs }, (of) => {
  it.each(["stopped", "killed"] as const)(
    "is shown as lost once the service was %s, and a message answers it",
    async (how) => {
      const { id, seen, model, open, shown, rested, call } = await restarted(of, how);
      await expect.poll(seen, { timeout: 60_000 }).toMatch(told);
      expect(seen()).not.toContain("was cut off while this ran");
      await rested(id);
      expect(await open(id)).toEqual([]);
      const { waiting, session } = await shown(id);
      expect(session.status).toBe("needs_input");
      expect(waiting.banners).toMatchObject([
        {
          key: "lost_elicitation",
          headline: "A question was lost",
          body: [expect.any(String), "Send a message with your answer to start the next turn."],
          action: { kind: "follow_up" },
        },
      ]);
      await call("POST", `/sessions/${id}/follow_up`, { prompt: "Blue.\n#script say Painted blue." });
      await expect
        .poll(() => model.requests().at(-1)?.prompts.at(-1), { timeout: 60_000 })
        .toContain("Blue.");
      await rested(id);
      expect((await shown(id)).waiting.banners).toEqual([]);
    },
  );

  it("is asked again by an agent that still needs the answer", async () => {
    const script = `${asks(of)}\n#script say Painted after all.`;
    const again = await restarted(of, "killed", [{ matches: /ask it again/, script }]);
    const { id, open, shown } = again;
    await expect.poll(() => open(id), { timeout: 60_000 }).toHaveLength(1);
    const { session, waiting } = await shown(id);
    expect(session.status).toBe("needs_input");
    expect(waiting.banners.map(({ key: banner }) => banner)).not.toContain("lost_elicitation");
    expect((await open(id))[0]).toMatchObject({ message: question.question, tool_name: of.tool });
  });
});
