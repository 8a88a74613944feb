import { chmod, writeFile } from "node:fs/promises";
import { delimiter } from "node:path";
import { startBoardService } from "./board.ts";
import { gitHubToken, startFakeGitHub } from "./github.ts";
import { gitIn } from "./repository.ts";
import type { startTestService } from "./service.ts";
import { makeTestFolder } from "./test-folder.ts";

export const pullRequestUrl = (number: number): string => `https://github.com/acme/site/pull/${number}`;

/** A turn in which the agent opens this pull request with the command-line tool. */
export const pullRequestWork = (number: number): string =>
  `#script bash cmd=git status && gh pr create --title ${number} --body "It's done"\n#script say Opened it.`;

/** A fake `gh` that opens pull requests; it uses the title as the number. */
export const gh = `#!/bin/sh
[ "$1 $2" = "pr create" ] && echo "https://github.com/acme/site/pull/$4"
`;

/** A service that reads pull requests from a fake GitHub on loopback, and whose agents have a `gh` that works offline. */
export async function startWithGitHub(
  options: Pick<NonNullable<Parameters<typeof startTestService>[0]>, "scenarios" | "environment"> = {},
) {
  const folder = await makeTestFolder();
  await writeFile(folder.at("gh"), gh);
  await chmod(folder.at("gh"), 0o755);
  const gitHub = await startFakeGitHub();
  const started = await startBoardService({
    ...options,
    environment: {
      ...options.environment,
      PATH: `${folder.path}${delimiter}${process.env["PATH"] ?? ""}`,
      GITHUB_TOKEN: gitHubToken,
      SERVICE_GITHUB_API_URL: gitHub.url,
    },
  });
  const service: typeof started = {
    ...started,
    /** A clone of acme/site on this machine. */
    async repository(files) {
      const path = await started.repository(files);
      await gitIn(path, "remote", "add", "origin", "https://github.com/acme/site.git");
      return path;
    },
  };
  return {
    service,
    gitHub,
    async [Symbol.asyncDispose]() {
      await started[Symbol.asyncDispose]();
      await gitHub[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

export type WithGitHub = Awaited<ReturnType<typeof startWithGitHub>>;
