import { describe, expect, it } from "vitest";
import { text as sessionText } from "../sessions/text.ts";
import { type FailureAct, failureActs, outageActs } from "./failure-acts.ts";

const named = (acts: readonly FailureAct[]): string =>
  acts
    .map((act) => {
      if (act.kind === "restart") return act.again ? "try again" : "restart";
      return act.kind === "settings" ? act.section : act.kind;
    })
    .join(", ");

describe("what mends a failure", () => {
  it.each([
    ["cli_missing", "install, try again"],
    ["credential_refused", "accounts, sign_in, try again"],
    ["billing", "accounts, sign_in, try again"],
    ["model_not_found", "choose_model, try again"],
    ["air_secret_unresolvable", "catalog, try again"],
    ["git_clone_failed", "try again, clone_elsewhere"],
    ["repository_unsafe", "clone_elsewhere, try again"],
    ["catalog_entry_gone", "catalog, try again"],
    ["catalog_selection_collides", "catalog, try again"],
    ["server_address_invalid", "catalog, try again"],
    ["sandbox_unavailable", "clis, try again"],
    ["api_error_retries_exhausted", "try again"],
    ["terminal_api_error", "try again"],
    ["context_length", "start_over, restart"],
    ["conversation_lost", "restart, start_over"],
    ["runtime_missing", "start_over, restart"],
    ["spawn_failed", "restart"],
    ["process_failed", "restart"],
    ["exception", "restart"],
    ["something_new", "restart"],
    [null, "restart"],
  ])("%s: %s", (failure_reason, acts) => {
    expect(named(failureActs({ failure_reason }))).toBe(acts);
  });

  it("is offered for a repository of another user first", () => {
    const failure_detail =
      "Another user owns the repository at /srv/app, so git does not read it (dubious ownership).";
    const failed = { failure_reason: "git_clone_failed", failure_detail } as const;
    expect(named(failureActs(failed))).toBe("read_foreign, try again, clone_elsewhere");
    expect(named(failureActs({ ...failed, failure_reason: "spawn_failed" }))).toBe("restart");
  });

  it("can be tried again exactly once, for every known reason", () => {
    for (const failure_reason of Object.keys(sessionText.failures)) {
      const restarts = failureActs({ failure_reason }).filter(({ kind }) => kind === "restart");
      expect(restarts, failure_reason).toHaveLength(1);
    }
  });

  it.each([
    ["credential", "accounts, sign_in, try again"],
    ["quota", "try again"],
  ] as const)("a turn that waits for its %s: %s", (why, acts) => {
    expect(named(outageActs(why))).toBe(acts);
  });
});
