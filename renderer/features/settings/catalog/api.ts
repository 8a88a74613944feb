import { useMutation, useQuery } from "@tanstack/react-query";
import { configOperations } from "../../../../server/domains/agents/configs/model.ts";
import { call } from "../../../lib/client.ts";

const queryKey = ["catalog_report"];

export const useCatalogReport = () =>
  useQuery({
    queryKey,
    queryFn: ({ signal }) => call(configOperations.getCatalogReport, {}, { signal }),
    staleTime: 0,
  });

export const useReloadCatalog = () =>
  useMutation({
    mutationFn: () => call(configOperations.reloadCatalog, {}),
    meta: { changes: [queryKey, ["configs"]] },
  });
