import { useMutation, useQuery } from "@tanstack/react-query";
import { accountOperations } from "../../../server/domains/agents/accounts/model.ts";
import { genesisClassOperations } from "../../../server/domains/scheduling/genesis-classes/model.ts";
import { inferenceOperations } from "../../../server/domains/scheduling/inference/model.ts";
import { callApi } from "../../lib/client.ts";

/** The type of the event that says that something of it changed. */
const inferenceKey = ["inference"];
const at = (id: number) => ({ params: { id } });
/** Shares move with the clock: windows are reset without an event. */
const refetchIntervalMs = 60_000;

export const useInference = (runtime: string | undefined) =>
  useQuery({
    queryKey: [...inferenceKey, runtime ?? ""],
    queryFn: ({ signal }) =>
      callApi(
        inferenceOperations.getInference,
        { query: runtime === undefined ? {} : { runtime } },
        { signal },
      ),
    refetchInterval: refetchIntervalMs,
    placeholderData: (before) => before,
  });

export const useReadings = (id: number, days: number) =>
  useQuery({
    queryKey: [...inferenceKey, "readings", id, days],
    queryFn: ({ signal }) =>
      callApi(accountOperations.getAccountReadings, { ...at(id), query: { days } }, { signal }),
    placeholderData: (before) => before,
  });

/** A change of the accounts or the classes, after which all of it is read again. */
export const useInferenceChange = <Input, Output>(change: (input: Input) => Promise<Output>) =>
  useMutation({ mutationFn: change, meta: { changes: [inferenceKey] } });

export const addAccount = (body: { runtime: string; email: string; api_key?: string; priority?: number }) =>
  callApi(accountOperations.addAccount, { body });
export const activateAccount = (id: number) => callApi(accountOperations.activateAccount, at(id));
export const refreshAccount = (id: number) => callApi(accountOperations.refreshAccount, at(id));
export const refreshAccounts = (runtime: string) =>
  callApi(accountOperations.refreshAccounts, { body: { runtime } });
export const removeAccount = (id: number) => callApi(accountOperations.removeAccount, at(id));
export const restoreSignIn = (body: { runtime: string; email: string }) =>
  callApi(accountOperations.restoreSignIn, { body });
export const replaceKey = ({ id, key }: { id: number; key: string }) =>
  callApi(accountOperations.changeAccount, { ...at(id), body: { api_key: key } });

export const startLogin = (id: number) => callApi(accountOperations.startLogin, { body: { account_id: id } });
export const enterLoginCode = ({ id, code }: { id: number; code: string }) =>
  callApi(accountOperations.enterLoginCode, { ...at(id), body: { code } });
export const cancelLogin = (id: number) => callApi(accountOperations.cancelLogin, at(id));

export const setGenesisClass = ({ genesis, to }: { genesis: string; to: string }) =>
  callApi(genesisClassOperations.setGenesisClass, { params: { genesis }, body: { priority_class: to } });
export const resetGenesisClasses = () => callApi(genesisClassOperations.resetGenesisClasses, {});
