/**
 * Records the fixtures in test/support/conversations: what the newest CLI of each kind writes of the same work, with the
 * scripted model. `node test/record-conversations.ts` after an update of a CLI; what changes shows in the diff.
 */
import { writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { recordedConversation, recordedRuntimes, recordedWork } from "./support/recorded-conversations.ts";
import { atRest, startTestService } from "./support/service.ts";
import { createSession } from "./support/sessions.ts";

/** Longer texts are the CLIs' own: system prompts, tools. */
const mostCharacters = 300;

await using service = await startTestService();
for (const runtime of recordedRuntimes) {
  const { prompt, goal } = recordedWork;
  const { id } = await createSession(service, { agent_runtime: runtime, prompt, goal, title: "Tests" });
  await service.waitFor(id, atRest, 60_000);
  const path = `/sessions/${id}?include_transcript=true`;
  const { body } = await service.call<{ session: { transcript: string } }>("GET", path);
  const lines = body.session.transcript.trim().split("\n");
  const kept = lines.map((line) => JSON.stringify(shortened(JSON.parse(line))));
  await writeFile(recordedConversation(runtime), `${kept.join("\n")}\n`);
}

function shortened(value: unknown): unknown {
  if (typeof value === "string") {
    const text = value
      .replaceAll(service.folder, "/tmp/signalbox")
      .replaceAll(dirname(import.meta.dirname), "/opt/signalbox")
      .replaceAll(/\/tmp\/claude-\d+/g, "/tmp/claude");
    const isWork = value.startsWith(recordedWork.prompt);
    return isWork || text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters)}…`;
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.slice(0, 20).map(shortened);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]));
}
