import { resolve } from "node:path";
import type { OwnerRepository } from "../workspaces/index.ts";
import { runGit } from "./receive-pack.ts";

/** What the owner's configuration says about pushes, read as data. */
export interface OwnerSettings {
  hooksFolder: string;
  /** A push would write the files of the checkout, and start what filters them. */
  updatesCheckout: boolean;
}

export async function readSettings(
  { gitFolder, commonFolder }: OwnerRepository,
  environment: Readonly<Record<string, string>>,
): Promise<OwnerSettings> {
  let listed = "";
  const wanted = "^(core\\.hookspath|receive\\.denycurrentbranch)$";
  await runGit({
    args: ["--git-dir", gitFolder, "config", "-z", "--path", "--get-regexp", wanted],
    environment,
    onOutput: (piece) => {
      listed += piece.toString("utf8");
    },
  });
  return settingsIn(listed, { gitFolder, commonFolder });
}

/** The last value of each counts, but for ours, which is on the command line. */
export function settingsIn(listed: string, { commonFolder }: OwnerRepository): OwnerSettings {
  const entries = listed.split("\0").map((entry) => entry.split("\n", 2));
  const valuesOf = (name: string) =>
    entries.flatMap(([key = "", value = ""]) => (key.toLowerCase() === name ? [value] : []));
  const hooks = valuesOf("core.hookspath").slice(0, -1).at(-1);
  return {
    hooksFolder: resolve(commonFolder, hooks ?? "hooks"),
    updatesCheckout: valuesOf("receive.denycurrentbranch").at(-1)?.toLowerCase() === "updateinstead",
  };
}
