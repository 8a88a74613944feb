import { useMemo } from "react";
import { useSession } from "../sessions/use-session.ts";
import type { ActId } from "./acts.ts";
import { useActCommands } from "./use-act-commands.ts";

/** The session's own page offers these itself. */
const onPage: readonly ActId[] = ["archive", "unarchive", "pause", "restart", "sleep", "refresh", "delete"];

/** Offers for the session that is open what the board offers for its rows; draws nothing. */
export function SessionCommands({ reference }: { reference: string }) {
  const session = useSession(reference).data?.session;
  const sessions = useMemo(() => (session ? [session] : []), [session]);
  useActCommands({ sessions, group: "This session", except: onPage });
  return null;
}
