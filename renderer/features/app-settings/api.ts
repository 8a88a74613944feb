import { useMutation, useQuery } from "@tanstack/react-query";
import {
  type AppSettingChanges,
  type AppSettingsView,
  appSettingOperations,
} from "../../../server/domains/surfaces/owner-settings/model.ts";
import { callApi } from "../../lib/client.ts";

const queryKey = ["app_settings"];

export const useAppSettings = () =>
  useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await callApi(appSettingOperations.getAppSettings, {}, { signal })).app_settings,
  });

/** What to change, given the settings as they are. */
export type AppSettingsChange = (current: AppSettingsView) => AppSettingChanges;

/** A list is sent whole, so changes run one after the other, each based on the one before it. */
export const useChangeAppSettings = () =>
  useMutation({
    async mutationFn(change: AppSettingsChange) {
      const { app_settings } = await callApi(appSettingOperations.getAppSettings, {});
      return callApi(appSettingOperations.changeAppSettings, { body: change(app_settings) });
    },
    scope: { id: "app-settings" },
    meta: { changes: [queryKey] },
  });
