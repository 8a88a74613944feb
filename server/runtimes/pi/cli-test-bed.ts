import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sandboxIn } from "../../../test/support/sandbox-room.ts";
import { findAgentProcesses, markerVariable } from "../../lib/processes/index.ts";
import { startScriptedModel } from "../../scripted-model/index.ts";
import type { Event } from "../event.ts";
import type { AgentRequest, Equipment, Workspace } from "../runtime.ts";
import { piRuntime } from "./index.ts";

const nothing: Equipment = { mcpServers: [], skills: [], hooks: [] };

/** The real pi in its own folder, pointed at a scripted model, as OpenRouter unless `reach` says otherwise. */
export async function openTestBed(
  reach = (url: string): Record<string, string> => ({ OPENROUTER_BASE_URL: `${url}/api/v1` }),
) {
  const root = await mkdtemp(join(tmpdir(), "signalbox-pi-"));
  const model = await startScriptedModel();
  const path = process.env["PATH"] ?? "";
  const environment = { HOME: root, PATH: path, ...reach(model.url) };
  const runtime = piRuntime({ environment });
  const cli = await runtime.locate();
  if (cli.kind === "missing") throw new Error(cli.message);

  const marker = `test-${process.pid}:${root}:1`;
  const places = { cwd: join(root, "clone"), home: join(root, "home"), scratch: join(root, "scratch") };
  for (const folder of Object.values(places)) await mkdir(folder);
  const workspace: Workspace = {
    sessionId: 1,
    ...places,
    repository: { folder: places.cwd, trusted: true },
    sandbox: await sandboxIn(root, Object.values(places)),
    env: { HOME: root, PATH: path, [markerVariable]: marker },
  };

  return {
    runtime,
    cli,
    model,
    workspace,
    /** Prepares and starts a turn; `pid` settles when the process runs. */
    async start(prompt: string, change: Partial<AgentRequest> = {}) {
      const equipment = change.equipment ?? nothing;
      await runtime.prepare(workspace, equipment);
      const events: Event[] = [];
      const pid = Promise.withResolvers<number>();
      const request: AgentRequest = {
        workspace,
        cli,
        equipment,
        prompt: { text: prompt, images: [] },
        model: runtime.defaultModel,
        effort: null,
        systemPrompt: "",
        autoCompactWindow: null,
        toolSearch: true,
        conversation: { kind: "start", id: "conversation-1" },
        ...change,
      };
      const turn = runtime.connect(request, {
        onProcess: pid.resolve,
        onConversation: () => {},
        onSign: () => {},
        onActivity: () => {},
        onEvent: (event) => void events.push(event),
      });
      return { turn, events, pid: pid.promise };
    },
    /** The stored lines of the one conversation. */
    async transcript(): Promise<unknown[]> {
      const file = await runtime.transcriptFile(workspace, "conversation-1");
      const text = file === null ? "" : await readFile(file, "utf8");
      return text
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as unknown);
    },
    living: () => findAgentProcesses({ markerPrefix: marker }),
    async [Symbol.asyncDispose]() {
      await model.close();
      await rm(root, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
