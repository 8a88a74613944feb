import { mkdir, readFile, writeFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { openTestDatabase } from "../../../../test/support/database.ts";
import { makeTestFolder } from "../../../../test/support/test-folder.ts";
import { writeConversation } from "../../../runtimes/pi/conversation-file.ts";
import { piTranscript } from "../../../runtimes/pi/transcript.ts";
import { workerPool } from "../../../workers/pool.ts";
import { largeConversations } from "./large-conversations.ts";
import { transcriptService } from "./service.ts";

const entry = (id: string, parentId: string | null, role: string, text: string) => ({
  type: "message",
  id,
  parentId,
  message: { role, content: [{ type: "text", text }] },
});

async function openBed(text: string) {
  const folder = await makeTestFolder();
  const opened = openTestDatabase(folder.at("data.db"));
  const id = opened.addSession();
  const workers = workerPool({ log: () => {} });
  const transcripts = transcriptService({
    ...opened,
    readers: new Map([["pi", piTranscript]]),
    redactLine: (line) => line,
    changed: () => {},
  });
  const lines = [
    { type: "session", version: 3, id: "old", cwd: "/old" },
    entry("1", null, "user", "Read /old/src"),
    entry("2", "1", "assistant", text),
  ];
  const path = folder.at("conversation.jsonl");
  await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  await transcripts.ingest({ sessionId: id, home: folder.path, path, reader: piTranscript });
  const workspaceAt = async (home: string) => {
    await mkdir(folder.at(home));
    return { cwd: "/new", home: folder.at(home) };
  };
  return {
    transcripts,
    workspaceAt,
    of: { id, runtime: "pi" },
    write: largeConversations({ ...opened, workers }),
    async [Symbol.asyncDispose]() {
      await workers.close();
      opened.database.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

it("writes a long conversation on another thread, as this one would", async () => {
  await using bed = await openBed("word ".repeat(300_000));
  const { of, write, transcripts, workspaceAt } = bed;
  const [here, away] = [await workspaceAt("here"), await workspaceAt("away")];
  const expected = await writeConversation(here, { id: "new", lines: await transcripts.lines(of.id) });
  const path = await write({ of, conversationId: "new", workspace: away });
  const text = await readFile(path ?? "", "utf8");
  expect(text).toBe(await readFile(expected ?? "", "utf8"));
  expect(text).toContain("Read /new/src");
});

it("leaves a short conversation, and one of an unknown CLI, to this thread", async () => {
  await using bed = await openBed("word");
  const workspace = await bed.workspaceAt("here");
  expect(bed.write({ of: bed.of, conversationId: "new", workspace })).toBeUndefined();
  await using long = await openBed("word ".repeat(300_000));
  const unknown = { id: long.of.id, runtime: "gone" };
  expect(long.write({ of: unknown, conversationId: "new", workspace })).toBeUndefined();
});
