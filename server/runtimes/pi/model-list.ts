import { askForModel } from "../model-lookup.ts";
import type { LocatedCli, ModelLookup } from "../runtime.ts";
import { withoutRouting } from "./models.ts";
import { withoutProvider } from "./providers.ts";

interface Place {
  locate(): Promise<LocatedCli>;
  /** What agents inherit. */
  environment: Readonly<Record<string, string | undefined>>;
}

/** In a home of its own: what the owner configured for another pi is not in sessions. */
export function lookUpModel(id: string, { locate, environment }: Place): Promise<ModelLookup> {
  const wanted = withoutRouting(withoutProvider(id));
  const inherited = Object.entries(environment).filter(([name]) => !name.startsWith("PI_"));
  return askForModel({
    locate,
    environment,
    environmentIn: (home) => ({
      ...Object.fromEntries(inherited),
      HOME: home,
      USERPROFILE: home,
      PI_CODING_AGENT_DIR: home,
      PI_OFFLINE: "1",
      PI_TELEMETRY: "0",
      // pi lists only providers it has a key for, and sends the key nowhere while it lists.
      OPENROUTER_API_KEY: "none",
    }),
    args: ["--offline", "--no-extensions", "--list-models"],
    read: idsOf,
    isMeant: (listed) => listed === wanted,
  });
}

/** A table: the provider, then the model. */
function idsOf(output: string): string[] {
  return output.split("\n").flatMap((line) => {
    const [provider, model] = line.trim().split(/\s+/);
    return provider === "openrouter" && model !== undefined ? [model] : [];
  });
}
