import { useMutation, useQuery } from "@tanstack/react-query";
import { configOperations } from "../../../../server/domains/surfaces/configs/model.ts";
import { callApi } from "../../../lib/client.ts";

const queryKey = ["catalog_report"];

export const useCatalogReport = () =>
  useQuery({
    queryKey,
    queryFn: ({ signal }) => callApi(configOperations.getCatalogReport, {}, { signal }),
    staleTime: 0,
  });

export const useReloadCatalog = () =>
  useMutation({
    mutationFn: () => callApi(configOperations.reloadCatalog, {}),
    meta: { changes: [queryKey, ["configs"]] },
  });

export const useCreateCatalog = () =>
  useMutation({
    mutationFn: () => callApi(configOperations.createCatalog, {}),
    meta: { changes: [queryKey, ["configs"]] },
  });
