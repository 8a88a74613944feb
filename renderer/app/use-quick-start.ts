import { useNavigate } from "@tanstack/react-router";
import { quickStartOperations } from "../../server/domains/quick-start/model.ts";
import { useConfigs } from "../features/new-session/use-configs.ts";
import { call } from "../lib/client.ts";
import { sayDone, sayRefused } from "../ui/toasts.ts";

/** The root whose agent finds out where work belongs. */
const routerRoot = "router";

/** Starts a session on the router's root with words and the page they were written on; null where there is no router. */
export function useQuickStart(isWanted: boolean): ((prompt: string) => void) | null {
  const { data } = useConfigs();
  const navigate = useNavigate();
  if (!isWanted || !data?.agent_roots.some(({ name }) => name === routerRoot)) return null;
  return (prompt) => {
    const body = { prompt, page_url: location.href, page_title: document.title };
    call(quickStartOperations.quickRouter, { body }).then(
      ({ session_id }) =>
        sayDone("The router has it", {
          next: {
            label: "Open",
            onClick: () => void navigate({ to: "/sessions/$id", params: { id: String(session_id) } }),
          },
        }),
      (error: unknown) => sayRefused("The session was not started", error),
    );
  };
}
