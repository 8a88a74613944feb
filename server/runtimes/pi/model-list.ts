import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { askForModel } from "../model-lookup.ts";
import type { LocatedCli, ModelLookup, RuntimeOptions } from "../runtime.ts";

interface Place {
  locate(): Promise<LocatedCli>;
  environment: RuntimeOptions["environment"];
}

/** In a home of its own: what the owner configured for another pi is not in sessions. */
export async function lookUpModel(id: string, { locate, environment }: Place): Promise<ModelLookup> {
  const home = await mkdtemp(join(tmpdir(), "signalbox-pi-models-"));
  const wanted = id.replace(/^openrouter\/(?=.*\/)/, "");
  try {
    return await askForModel({
      locate,
      // pi lists only providers it has a key for, and sends the key nowhere while it lists.
      environment: { ...environment, PI_CODING_AGENT_DIR: home, OPENROUTER_API_KEY: "none" },
      args: ["--offline", "--no-extensions", "--list-models"],
      read: idsOf,
      isMeant: (listed) => listed === wanted,
    });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** A table: the provider, then the model. */
function idsOf(output: string): string[] {
  return output.split("\n").flatMap((line) => {
    const [provider, model] = line.trim().split(/\s+/);
    return provider === "openrouter" && model !== undefined ? [model] : [];
  });
}
