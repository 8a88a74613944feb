import { expect, it } from "vitest";
import type { AttentionKind, SessionStatus } from "../../../server/domains/sessions/sessions/model.ts";
import { needsYou, sectionOf } from "./attention.ts";

it.each<[SessionStatus, AttentionKind | null, string, boolean]>([
  ["needs_input", "question", "needs_input", true],
  ["needs_input", "review", "needs_input", true],
  ["needs_input", "done", "done", false],
  ["needs_input", "idle", "done", false],
  ["needs_input", null, "needs_input", false],
  ["failed", "failed", "failed", true],
  ["failed", "done", "done", false],
  ["waiting", "question", "needs_input", true],
  ["waiting", "idle", "waiting", false],
  ["waiting", null, "waiting", false],
  ["running", null, "running", false],
  ["archived", null, "archived", false],
])("lists a session that is %s and waits for %s", (status, kind, section, needs) => {
  const attention = kind && { kind, reason: "", said: null, since: "", corrected: false };
  expect(sectionOf({ status, attention })).toBe(section);
  expect(needsYou({ attention })).toBe(needs);
});
