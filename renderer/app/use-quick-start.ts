import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { quickStartOperations } from "../../server/domains/automation/quick-start/model.ts";
import { callApi } from "../lib/client.ts";
import { readDraft, saveDraft } from "../lib/drafts.ts";
import { toastError, toastSuccess } from "../ui/toasts.ts";
import { showOverlay } from "./shell.store.ts";
import { text } from "./text.ts";

/** The draft of the text for the router. */
export const routerDraft = "quick-router";

/** The agent root of the router; fetched when needed. */
export const useQuickRouter = (isWanted: boolean) =>
  useQuery({
    queryKey: ["quick_router"],
    queryFn: ({ signal }) => callApi(quickStartOperations.getQuickRouter, {}, { signal }),
    staleTime: 0,
    enabled: isWanted,
  });

/** The text comes back to the field, above what was typed there since. */
function refused(prompt: string, error: unknown): void {
  if (readDraft(routerDraft) === "") saveDraft(routerDraft, prompt);
  const next = { label: text.errors.tryAgain, onClick: () => showOverlay("router") };
  toastError(text.quickStart.failed, error, { action: next });
}

/** Starts a session of the router with this text and the page it was written on. */
export function useQuickStart() {
  const navigate = useNavigate();
  const open = (id: number): void => void navigate({ to: "/sessions/$id", params: { id: String(id) } });
  return ({ prompt, opens }: { prompt: string; opens: boolean }): void => {
    const body = { prompt, page_url: location.href, page_title: document.title };
    callApi(quickStartOperations.quickRouter, { body }).then(
      ({ session_id: id }) => {
        if (readDraft(routerDraft).trim() === prompt) saveDraft(routerDraft, "");
        if (opens) open(id);
        else
          toastSuccess(text.quickStart.sent, {
            action: { label: text.quickStart.open, onClick: () => open(id) },
          });
      },
      (error: unknown) => refused(prompt, error),
    );
  };
}
