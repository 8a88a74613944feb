import { useMutation, useQuery } from "@tanstack/react-query";
import { deviceOperations, type Pairing } from "../../../../server/domains/access/devices/model.ts";
import { lanOperations } from "../../../../server/domains/access/lan/model.ts";
import type { Privilege } from "../../../../server/domains/access/oauth/model.ts";
import { callApi } from "../../../lib/client.ts";
import { liveKeys } from "../../live/apply-event.ts";

const lanKey = ["lan"];

/** Fetched again whenever a page opens, because the machine's addresses change. */
export const useLan = () =>
  useQuery({
    queryKey: lanKey,
    queryFn: ({ signal }) => callApi(lanOperations.getLan, {}, { signal }),
    staleTime: 0,
  });

export const useSetLan = () =>
  useMutation({
    mutationFn: (open: boolean) => callApi(lanOperations.setLan, { body: { open } }),
    meta: { changes: [lanKey] },
  });

export const useDevices = () =>
  useQuery({
    queryKey: liveKeys.devices,
    queryFn: ({ signal }) => callApi(deviceOperations.listDevices, {}, { signal }),
    staleTime: 0,
  });

const at = (id: number) => ({ params: { id: String(id) } });
export const revokeDevice = (id: number) => callApi(deviceOperations.revokeDevice, at(id));
export const revokeDevices = () => callApi(deviceOperations.revokeDevices, {});
export const cancelPairing = (id: number) => callApi(deviceOperations.cancelPairing, at(id));

export const useRenameDevice = (id: number) =>
  useMutation({
    mutationFn: (name: string) => callApi(deviceOperations.renameDevice, { ...at(id), body: { name } }),
    meta: { changes: [liveKeys.devices] },
  });

/** The code is in the answer only: nothing keeps it after the component is gone. */
export const useInvite = () =>
  useMutation({
    mutationFn: (privilege: Privilege) => callApi(deviceOperations.createPairing, { body: { privilege } }),
    gcTime: 0,
  });

/** The state of a code: events report its use, and it is fetched again when it expires. */
export const usePairing = (made: Pairing) =>
  useQuery({
    queryKey: [...liveKeys.devices, "pairing", made.id],
    queryFn: ({ signal }) => callApi(deviceOperations.getPairing, at(made.id), { signal }),
    initialData: { pairing: made },
    refetchInterval: ({ state }) =>
      state.data?.pairing.state === "open"
        ? Math.max(Date.parse(made.expires_at) - Date.now(), 0) + 1_000
        : false,
  });
