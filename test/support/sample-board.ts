import { mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServiceWithBoard } from "./browser.ts";
import { askQuestion } from "./questions.ts";
import { sampleSessions, seedSampleSessions } from "./sample-sessions.ts";
import { answerLine, seedLines } from "./seed-transcript.ts";
import type { TestService } from "./service.ts";
import { createSession, failedSession, heldSession, restedSession } from "./sessions.ts";

export interface SampleBoard extends AsyncDisposable {
  service: TestService;
  /** Sessions worth a look: one at work, one that asks, one with changes, one that failed, one with a long conversation. */
  ids: { running: number; asking: number; changed: number; failed: number; conversation: number };
}

const code = [
  "The total was rounded twice. I moved it into **one** place:",
  "",
  "```ts",
  "export const total = (lines: readonly Line[]): Money =>",
  "  lines.reduce((sum, { amount, count }) => add(sum, times(amount, count)), zero);",
  "```",
  "",
  "| invoice | before | after |",
  "| --- | ---: | ---: |",
  "| 2026-114 | 1,204.51 | 1,204.50 |",
  "| 2026-131 | 87.34 | 87.34 |",
  "",
  "- `total` is exact, in cents",
  "- the view only formats it",
].join("\n");

const conversation = (): object[] => [
  {
    type: "user",
    timestamp: "2026-11-20T09:58:00.000Z",
    message: {
      role: "user",
      content: [{ type: "text", text: "Why is the total of `2026-114` one cent off?" }],
    },
  },
  ...Array.from({ length: 12 }, (_, n) => answerLine(`Looked at the sum of page ${n + 1}; it is exact.`)),
  answerLine(code),
];

/** A service with 32 sessions in all states: 26 stored before it starts, and six that agents have really worked on. */
export async function startSampleBoard(
  options: Pick<NonNullable<Parameters<typeof startServiceWithBoard>[0]>, "scenarios"> = {},
): Promise<SampleBoard> {
  const folder = await mkdtemp(join(tmpdir(), "signalbox-test-"));
  await mkdir(join(folder, "data"), { recursive: true });
  seedSampleSessions(join(folder, "data"), Date.now());
  const service = await startServiceWithBoard({ folder, ...options });
  const held = await heldSession(service, { title: "Run the whole test suite and mend what fails" });
  const asking = await heldSession(service, { title: "Paint the buttons of the shop" });
  const [changed, failed] = await Promise.all([
    restedSession(
      service,
      "#script write_file path=src/total.ts text=export const total = 1;\n#script say Added the total.",
      { title: "Show the total on the cart" },
    ),
    failedSession(service),
    restedSession(service, "#script say It is one cent off.", { title: "Totals that are one cent off" }),
    createSession(service, { title: "Waits for its first message" }),
  ]);
  await askQuestion(service, asking.session.id, {
    id: "color",
    message: "Which color do the buttons get?",
    requestedSchema: {
      type: "object",
      properties: {
        color: { type: "string", title: "Color", enum: ["Blue", "Green", "Neither of them"] },
        note: { type: "string", title: "Anything else?" },
      },
      required: ["color"],
    },
  });
  const long = sampleSessions.findIndex(({ title }) => title.startsWith("Upgrade React")) + 1;
  await seedLines(service, long, conversation());
  const ids = {
    running: held.session.id,
    asking: asking.session.id,
    changed: changed.id,
    failed: failed.id,
    conversation: long,
  };
  return {
    service,
    ids,
    async [Symbol.asyncDispose]() {
      await held.release();
      await asking.release();
      await service[Symbol.asyncDispose]();
    },
  };
}
