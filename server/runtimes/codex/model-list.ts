import { z } from "zod";
import { parseObject } from "../../lib/json.ts";
import { askForModel } from "../model-lookup.ts";
import type { LocatedCli, ModelLookup } from "../runtime.ts";

interface Place {
  locate(): Promise<LocatedCli>;
  /** What agents inherit. */
  environment: Readonly<Record<string, string | undefined>>;
}

const list = z.object({ models: z.array(z.object({ slug: z.string() })) });

export const lookUpModel = (id: string, place: Place): Promise<ModelLookup> =>
  askForModel({
    ...place,
    environmentIn: () => place.environment,
    args: ["debug", "models"],
    read: slugsOf,
    isMeant: (slug) => slug === id,
  });

function slugsOf(output: string): string[] {
  try {
    return list.parse(parseObject(output)).models.map(({ slug }) => slug);
  } catch {
    return [];
  }
}
