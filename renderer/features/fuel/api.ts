import { useQuery } from "@tanstack/react-query";
import { type Fuel, fuelOperations } from "../../../server/domains/scheduling/fuel/model.ts";
import { callApi } from "../../lib/client.ts";
import { fuelKey } from "../live/refresh-fuel.ts";
import { isUsedUp, untilNextRead } from "./view-model.ts";

/** Events tell of most changes, and the answer says when one comes with the clock. */
const useFuelOf = <Shown>(select: (fuel: Fuel) => Shown): Shown | undefined =>
  useQuery({
    queryKey: fuelKey,
    queryFn: ({ signal }) => callApi(fuelOperations.getFuel, {}, { signal }),
    refetchInterval: ({ state }) => state.data !== undefined && untilNextRead(state.data, Date.now()),
    refetchIntervalInBackground: true,
    select,
  }).data;

const all = (fuel: Fuel): Fuel => fuel;

export const useFuel = (): Fuel | undefined => useFuelOf(all);

/** Whether a runtime or a budget has nothing left. */
export const useIsUsedUp = (): boolean => useFuelOf(isUsedUp) ?? false;
