import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SessionTemplate, TemplateSetup } from "../../../server/domains/session-templates/model.ts";
import { holdAnswer } from "../../lib/hold-answer.ts";
import { sayRefused } from "../../ui/toasts.ts";
import { deleteTemplate, listTemplates, saveTemplate } from "./api.ts";

const queryKey = ["session_templates"];

export const useTemplates = () =>
  useQuery({ queryKey, queryFn: ({ signal }) => listTemplates({ signal }), staleTime: 0 });

const newId = (): string => `t${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;

/** Saves under a new id, or under that of a template that was just deleted. */
export function useSaveTemplate() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id = newId(), ...body }: { id?: string; name: string; setup: TemplateSetup }) =>
      saveTemplate(id, body),
    onSuccess: (answer) => holdAnswer(client, queryKey, answer),
  });
}

/**
 * A template that is deleted can be had back at once, so nothing asks before it. `onDeleted` is called even where its
 * row has gone from the list by then.
 */
export function useDeleteTemplate(onDeleted: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: SessionTemplate) => deleteTemplate(id),
    async onSuccess(answer) {
      await holdAnswer(client, queryKey, answer);
      onDeleted();
    },
    onError: (error) => sayRefused("The template was not deleted", error),
  });
}
