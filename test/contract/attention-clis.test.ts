/** @module-tag real-cli */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runtimeIds } from "../../server/runtimes/runtime.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { clonedSession, createSession } from "../support/sessions.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

const attentionOf = async (id: number) =>
  (await service.waitFor(id, ({ attention }) => attention !== null, 60_000)).attention;

describe.each(runtimeIds)("a turn of %s", { timeout: 90_000 }, (agent_runtime) => {
  it.each([
    ["a question", "#script say I found two ways. Which one do you want?", "question"],
    ["a polite closer", "#script say All done. Let me know if you have questions!", "done"],
    ["changes", "#script write_file path=new.txt text=one\n#script say Added it.", "review"],
    ["a question and changes", "#script write_file path=new.txt text=one\n#script say Keep it?", "question"],
    ["a statement", "#script say Done.", "done"],
  ])("that ends on %s", async (_title, prompt, kind) => {
    const { id } = await createSession(service, { agent_runtime, prompt });
    expect((await attentionOf(id))?.kind).toBe(kind);
  });

  it("that fails", async () => {
    const { id } = await createSession(service, {
      agent_runtime,
      prompt: "#script error 401 message=That key is not known here",
    });
    expect(await attentionOf(id)).toMatchObject({ kind: "failed", reason: expect.stringMatching(/./) });
  });

  it("that never came", async () => {
    const { id } = await clonedSession(service, { agent_runtime });
    expect((await attentionOf(id))?.kind).toBe("idle");
  });
});
