import { describe, expect, it } from "vitest";
import { bedForEachTest, type CodeHostBed } from "./code-host-test-bed.ts";

let bed: CodeHostBed;
bedForEachTest((made) => void (bed = made));

const day = 24 * 3_600_000;

describe("trying a condition", () => {
  const signal = new AbortController().signal;

  it("finds the labels and issues of the last day, and starts nothing", async () => {
    const old = bed.issues.open("acme/site", 1, { labels: ["fix"] });
    bed.clock.at += 2 * day;
    const item = bed.issues.open("acme/site", 2);
    bed.issues.label(item, "fix");
    bed.issues.touch(old);
    bed.issues.open("acme/site", 3, { labels: ["wontfix"] });
    const since = bed.clock.at - day;
    const labeled = {
      conditionType: "code_host_label",
      configuration: { repos: ["acme/site"], target: "issue", labels: ["fix"] },
    };
    const found = await bed.codeHost().tryOut(labeled, since, signal);
    expect(found).toMatchObject({
      note: null,
      events: [{ summary: "acme/site#2 fix: Title of 2", reason: null }],
    });
    const issues = {
      conditionType: "github_issue",
      configuration: { repos: ["acme/site"], exclude_labels: ["wontfix"] },
    };
    expect((await bed.codeHost().tryOut(issues, since, signal)).events).toMatchObject([
      { summary: "acme/site#2 Title of 2", reason: null },
      { summary: "acme/site#3 Title of 3", reason: "It has the label wontfix" },
    ]);
    expect(bed.sessions.byId(1)).toBeUndefined();
  });

  it.each(["code_host_label", "code_host_issue", "code_host_check"])(
    "%s fires for its own sample",
    (conditionType) => {
      const configuration = { repos: ["acme/site"], labels: ["fix"], target: "pull_request", branch: "main" };
      const condition = {
        conditionType,
        configuration: conditionType === "code_host_issue" ? { repos: ["acme/site"] } : configuration,
      };
      const sample = bed.codeHost().sample(condition);
      expect(bed.codeHost().trySample(condition, sample)).toMatchObject([{ reason: null }]);
      const elsewhere = {
        ...condition,
        configuration: { ...condition.configuration, repos: ["acme/other"] },
      };
      expect(bed.codeHost().trySample(elsewhere, sample)).toEqual([]);
    },
  );

  it("says why the host cannot be asked", async () => {
    bed.hub.fail({ status: 401 });
    const issues = { conditionType: "code_host_issue", configuration: { repos: ["acme/site"] } };
    expect(await bed.codeHost().tryOut(issues, 0, signal)).toMatchObject({
      events: [],
      note: expect.stringContaining("does not accept the token"),
    });
  });
});
