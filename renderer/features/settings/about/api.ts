import { useQuery } from "@tanstack/react-query";
import { z } from "zod/mini";
import { healthOperations } from "../../../../server/domains/installation/health/model.ts";
import { unreachable } from "../../../lib/api-error.ts";
import { callApi } from "../../../lib/client.ts";

export const useAbout = () =>
  useQuery({
    queryKey: ["about"],
    queryFn: ({ signal }) => callApi(healthOperations.getAbout, {}, { signal }),
  });

/** What the build wrote down of the packages that are shipped (build/licences.mjs). */
const licences = z.object({
  packages: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      licence: z.string(),
      /** Index into `texts`; null where the package comes without one. */
      text: z.nullable(z.int()),
    }),
  ),
  texts: z.array(z.string()),
});
export type Licences = z.infer<typeof licences>;

/** A file of the board itself, asked for when someone looks. */
export const useLicences = (enabled: boolean) =>
  useQuery({
    queryKey: ["licences"],
    queryFn: async ({ signal }) => {
      const answer = await fetch("/licences.json", { signal }).catch((error: unknown) => {
        throw unreachable(error);
      });
      if (!answer.ok) throw new Error("This build does not include the license list.");
      return licences.parse(await answer.json());
    },
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
