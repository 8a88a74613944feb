import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { configOperations } from "../../../server/domains/configs/model.ts";
import { call } from "../../lib/client.ts";
import { holdAnswer } from "../../lib/hold-answer.ts";

const queryKey = ["catalog_report"];

export const useCatalogReport = () =>
  useQuery({
    queryKey,
    queryFn: ({ signal }) => call(configOperations.getCatalogReport, {}, { signal }),
    staleTime: 0,
  });

export function useReloadCatalog() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(configOperations.reloadCatalog, {}),
    async onSuccess(answer) {
      await holdAnswer(client, queryKey, answer);
      await client.invalidateQueries({ queryKey: ["configs"] });
    },
  });
}
