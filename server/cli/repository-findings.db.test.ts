import { expect, it } from "vitest";
import { openTestDatabase } from "../../test/support/database.ts";
import { makeTestFolder } from "../../test/support/test-folder.ts";
import { sessions } from "../compose/schema.ts";
import { repositoryTrustService } from "../domains/workspace/trust/index.ts";
import { repositoryFindings } from "./repository-findings.ts";

it("lists what is trusted, and what is left out where nothing is", async () => {
  await using folder = await makeTestFolder();
  const opened = openTestDatabase();
  const { database } = opened;
  const catalogRoots = () => ({ byQualified: new Map() });
  const trust = repositoryTrustService({ ...opened, catalogRoots, ownerName: () => "Olga" });
  trust.trust("https://git.example/trusted.git", { kind: "board" });
  const at = { lastTouchedAt: 1, createdAt: 1, updatedAt: 1 };
  const one = {
    title: "T",
    status: "waiting",
    agentRuntime: "pi",
    branch: "main",
    model: "m",
    ...at,
  } as const;
  const found = { repositorySettings: [".pi/extensions"] };
  database.db
    .insert(sessions)
    .values([
      { ...one, ...found, gitRoot: "git@git.example:trusted.git" },
      { ...one, ...found, gitRoot: "/srv/other" },
      { ...one, gitRoot: "/srv/other", repositorySettings: [".pi/settings.json"] },
      { ...one, ...found, status: "archived", gitRoot: "/srv/archived" },
      { ...one, gitRoot: "/srv/plain" },
    ])
    .run();
  database.sql.prepare("VACUUM INTO ?").run(folder.at("signalbox.db"));
  database.close();

  const findings = await repositoryFindings({ dataFolder: folder.path }, []);

  expect(findings[0]).toBe("Trusted: git.example/trusted");
  expect(findings.slice(1)).toEqual([
    expect.stringMatching(/^\/srv\/other is not trusted; left out: .*\.pi\/extensions/),
  ]);
  expect(findings[1]).toContain(".pi/settings.json");
  expect(await repositoryFindings({ dataFolder: folder.at("empty") }, [])).toEqual([]);
});
