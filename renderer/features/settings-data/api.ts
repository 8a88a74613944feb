import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type BackupState, backupOperations } from "../../../server/domains/backups/model.ts";
import { dataFolderOperations } from "../../../server/domains/data-folder/model.ts";
import { call } from "../../lib/client.ts";
import { holdAnswer } from "../../lib/hold-answer.ts";

const folderKey = ["data_folder"];
const retentionKey = ["retention"];
const backupsKey = ["backups"];
const makingMs = 400;

export const useDataFolder = () =>
  useQuery({
    queryKey: folderKey,
    queryFn: ({ signal }) => call(dataFolderOperations.getDataFolder, {}, { signal }),
    staleTime: 0,
  });

export const useRetention = () =>
  useQuery({
    queryKey: retentionKey,
    queryFn: ({ signal }) => call(dataFolderOperations.getRetention, {}, { signal }),
    staleTime: 0,
  });

export function useSaveRetention() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (trash_days: number | null) =>
      call(dataFolderOperations.saveRetention, { body: { trash_days } }),
    onSuccess: (answer) => holdAnswer(client, retentionKey, answer),
  });
}

/** Asked again and again while one is being made, which is its progress. */
export const useBackups = () =>
  useQuery({
    queryKey: backupsKey,
    queryFn: ({ signal }) => call(backupOperations.listBackups, {}, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.under_way ? makingMs : false),
  });

/** For an act whose answer is the list as it is then. */
export function useBackupAct<Input>(act: (input: Input) => Promise<BackupState>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: (answer) => holdAnswer(client, backupsKey, answer),
  });
}

const at = (name: string) => ({ params: { name } });
export const createBackup = () => call(backupOperations.createBackup, {});
export const deleteBackup = (name: string) => call(backupOperations.deleteBackup, at(name));
export const unstageRestore = () => call(backupOperations.unstageRestore, {});
export const stageRestore = (name: string) =>
  call(backupOperations.stageRestore, { ...at(name), body: { confirm: name } });

/** The answer is of one backup; the list has it from then on. */
export function useVerifyBackup() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => call(backupOperations.verifyBackup, at(name)),
    onSuccess: () => client.invalidateQueries({ queryKey: backupsKey }),
  });
}
