import { mkdir, writeFile } from "node:fs/promises";
import { expect } from "vitest";
import type {
  HistoryEntry,
  Trigger,
  TriggeredSession,
} from "../../server/domains/automation/triggers/model.ts";
import { makeGitRepository } from "./repository.ts";
import type { Answer, TestService } from "./service.ts";
import type { TestFolder } from "./test-folder.ts";

/** The answers of the operations on triggers; each has some of these fields. */
export interface TriggerAnswer {
  trigger: Trigger;
  triggers: Trigger[];
  warnings?: string[];
  recent_sessions: TriggeredSession[];
  history: HistoryEntry[];
  session: TriggeredSession | null;
  burst_notice: boolean;
  reclassified_waiting_sessions?: number;
  pagination: Record<string, number>;
  error: string;
  message: string;
}

/** A catalog with these skills and one root, `orchard`, whose repository can be cloned. */
export async function writeOrchard(folder: TestFolder, skills: readonly string[] = []): Promise<void> {
  const entries = skills.map((name) => [name, { title: name, description: name, path: `skills/${name}` }]);
  for (const name of skills) {
    await mkdir(folder.at("skills", name), { recursive: true });
    await writeFile(folder.at("skills", name, "SKILL.md"), `---\nname: ${name}\ndescription: ${name}\n---\n`);
  }
  await writeFile(folder.at("skills.json"), JSON.stringify(Object.fromEntries(entries)));
  const root = {
    display_name: "Orchard",
    description: "Trees",
    url: `file://${folder.at("orchard")}`,
    default_goal: "codebase-question",
  };
  await writeFile(folder.at("roots.json"), JSON.stringify({ orchard: root }));
  const air = { name: "orchard", roots: ["./roots.json"], skills: ["./skills.json"] };
  await writeFile(folder.at("air.json"), JSON.stringify(air));
}

export const makeOrchard = (folder: TestFolder): Promise<string> => makeGitRepository(folder.at("orchard"));

export const plainTrigger = {
  name: "Pick",
  agent_root_name: "orchard",
  prompt_template: "#script say Picked.",
};

export interface TriggerCalls {
  call(method: string, path: string, body?: unknown): Promise<Answer<TriggerAnswer>>;
  /** Creates a trigger; fails if the answer is not 201. */
  made(more?: Record<string, unknown>): Promise<Trigger>;
  invoke(id: number, variables?: unknown): Promise<Answer<TriggerAnswer>>;
  patch(id: number, change: unknown): Promise<Answer<TriggerAnswer>>;
  read(id: number): Promise<TriggerAnswer>;
}

/** The operations on triggers, with the service's key. */
export function triggerCalls(service: () => TestService): TriggerCalls {
  const call: TriggerCalls["call"] = (method, path, body) =>
    service().call<TriggerAnswer>(method, `/triggers${path}`, body);
  return {
    call,
    async made(more = {}) {
      const answer = await call("POST", "", { ...plainTrigger, ...more });
      expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 });
      return answer.body.trigger;
    },
    invoke: (id, variables = {}) => call("POST", `/${id}/invoke`, { variables }),
    patch: (id, change) => call("PATCH", `/${id}`, change),
    read: async (id) => (await call("GET", `/${id}`)).body,
  };
}
