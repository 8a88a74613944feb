import { expect, it } from "vitest";
import { transcriptReaders } from "./facts.ts";
import { agentRuntimes } from "./index.ts";

it("reads on a worker thread as the registered runtimes do", () => {
  const registered = agentRuntimes({ environment: {} }).map(({ id, transcript }) => [id, transcript]);
  expect([...transcriptReaders]).toEqual(registered);
});
