import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { quickStartOperations } from "../../server/domains/automation/quick-start/model.ts";
import { callApi } from "../lib/client.ts";
import { readDraft, saveDraft } from "../lib/drafts.ts";
import { toastError, toastSuccess } from "../ui/toasts.ts";
import { showOverlay } from "./shell.store.ts";

/** Under which the words for the router are kept until it has them. */
export const routerDraft = "quick-router";

/** The root whose agent finds out where work belongs, which the service names; asked for while it is wanted. */
export const useQuickRouter = (isWanted: boolean) =>
  useQuery({
    queryKey: ["quick_router"],
    queryFn: ({ signal }) => callApi(quickStartOperations.getQuickRouter, {}, { signal }),
    staleTime: 0,
    enabled: isWanted,
  });

/** The router has no words yet but these; they come back to its field, and what was typed there since stays. */
function refused(prompt: string, error: unknown): void {
  if (readDraft(routerDraft) === "") saveDraft(routerDraft, prompt);
  const next = { label: "Try again", onClick: () => showOverlay("router") };
  toastError("The session was not started", error, { action: next });
}

/** Starts a session on the router's root with words and the page they were written on. */
export function useQuickStart() {
  const navigate = useNavigate();
  const open = (id: number): void => void navigate({ to: "/sessions/$id", params: { id: String(id) } });
  return ({ prompt, opens }: { prompt: string; opens: boolean }): void => {
    const body = { prompt, page_url: location.href, page_title: document.title };
    callApi(quickStartOperations.quickRouter, { body }).then(
      ({ session_id: id }) => {
        if (readDraft(routerDraft).trim() === prompt) saveDraft(routerDraft, "");
        if (opens) open(id);
        else toastSuccess("Sent to the router", { action: { label: "Open", onClick: () => open(id) } });
      },
      (error: unknown) => refused(prompt, error),
    );
  };
}
