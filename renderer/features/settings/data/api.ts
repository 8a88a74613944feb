import { useMutation, useQuery } from "@tanstack/react-query";
import { backupOperations } from "../../../../server/domains/installation/backups/model.ts";
import { dataFolderOperations } from "../../../../server/domains/installation/data-folder/model.ts";
import {
  type DatabaseTaskKind,
  databaseTaskOperations,
} from "../../../../server/domains/installation/database-tasks/model.ts";
import { callApi } from "../../../lib/client.ts";

const folderKey = ["data_folder"];
const recordsKey = ["stored_records"];
const tasksKey = ["database_tasks"];
const retentionKey = ["retention"];
const backupsKey = ["backups"];
const progressPollMs = 400;

export const useDataFolder = () =>
  useQuery({
    queryKey: folderKey,
    queryFn: ({ signal }) => callApi(dataFolderOperations.getDataFolder, {}, { signal }),
    staleTime: 0,
  });

export const useStoredRecords = () =>
  useQuery({
    queryKey: recordsKey,
    queryFn: ({ signal }) => callApi(dataFolderOperations.getStoredRecords, {}, { signal }),
    staleTime: 0,
  });

/** Fetched often while a task is queued or runs, to show its progress. */
export const useDatabaseTasks = () =>
  useQuery({
    queryKey: tasksKey,
    queryFn: ({ signal }) => callApi(databaseTaskOperations.listDatabaseTasks, {}, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.tasks.some((task) => task.state !== "idle") === true ? progressPollMs : false,
  });

export const useStartDatabaseTask = () =>
  useMutation({
    mutationFn: (kind: DatabaseTaskKind) =>
      callApi(databaseTaskOperations.startDatabaseTask, { params: { kind } }),
    meta: { changes: [tasksKey] },
  });

export const useRetention = () =>
  useQuery({
    queryKey: retentionKey,
    queryFn: ({ signal }) => callApi(dataFolderOperations.getRetention, {}, { signal }),
    staleTime: 0,
  });

export const useSaveRetention = () =>
  useMutation({
    mutationFn: (trash_days: number | null) =>
      callApi(dataFolderOperations.saveRetention, { body: { trash_days } }),
    meta: { changes: [retentionKey] },
  });

/** Fetched often while a backup is being made, to show its progress. */
export const useBackups = () =>
  useQuery({
    queryKey: backupsKey,
    queryFn: ({ signal }) => callApi(backupOperations.listBackups, {}, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.under_way ? progressPollMs : false),
  });

export const useBackupAction = <Input, Answer>(action: (input: Input) => Promise<Answer>) =>
  useMutation({ mutationFn: action, meta: { changes: [backupsKey] } });

const at = (name: string) => ({ params: { name } });
export const createBackup = () => callApi(backupOperations.createBackup, {});
export const deleteBackup = (name: string) => callApi(backupOperations.deleteBackup, at(name));
export const unstageRestore = () => callApi(backupOperations.unstageRestore, {});
export const stageRestore = (name: string) =>
  callApi(backupOperations.stageRestore, { ...at(name), body: { confirm: name } });
export const verifyBackup = (name: string) => callApi(backupOperations.verifyBackup, at(name));
