import { useQuery } from "@tanstack/react-query";
import { z } from "zod/mini";
import { healthOperations } from "../../../../server/domains/installation/health/model.ts";
import { unreachable } from "../../../lib/api-error.ts";
import { callApi } from "../../../lib/client.ts";
import { text } from "./text.ts";

export const useAbout = () =>
  useQuery({
    queryKey: ["about"],
    queryFn: ({ signal }) => callApi(healthOperations.getAbout, {}, { signal }),
  });

/** The list of shipped packages, which build/licences.mjs writes. */
const licenseFile = z.object({
  packages: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      licence: z.string(),
      /** Index into `texts`; null if the package has no license text. */
      text: z.nullable(z.int()),
    }),
  ),
  texts: z.array(z.string()),
});
export type Licenses = z.infer<typeof licenseFile>;

/** A static file of the board, fetched when the list is opened. */
export const useLicences = (enabled: boolean) =>
  useQuery({
    queryKey: ["licences"],
    queryFn: async ({ signal }) => {
      const answer = await fetch("/licences.json", { signal }).catch((error: unknown) => {
        throw unreachable(error);
      });
      if (!answer.ok) throw new Error(text.licenses.missing);
      return licenseFile.parse(await answer.json());
    },
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
