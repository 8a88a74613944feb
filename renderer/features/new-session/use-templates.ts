import { useMutation, useQuery } from "@tanstack/react-query";
import type { SessionTemplate, TemplateSetup } from "../../../server/domains/agents/templates/model.ts";
import { toastError } from "../../ui/toasts.ts";
import { deleteTemplate, listTemplates, saveTemplate } from "./api.ts";
import { text } from "./text.ts";

const queryKey = ["session_templates"];

export const useTemplates = () =>
  useQuery({ queryKey, queryFn: ({ signal }) => listTemplates({ signal }), staleTime: 0 });

const newId = (): string => `t${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;

/** Saves under a new id, or under the id of a template that was just deleted. */
export const useSaveTemplate = () =>
  useMutation({
    mutationFn: ({ id = newId(), ...body }: { id?: string; name: string; setup: TemplateSetup }) =>
      saveTemplate(id, body),
    meta: { changes: [queryKey] },
  });

/** No confirmation, because the deletion can be undone. `onDeleted` is called even if the row is gone by then. */
export const useDeleteTemplate = (onDeleted: () => void) =>
  useMutation({
    mutationFn: ({ id }: SessionTemplate) => deleteTemplate(id),
    onSuccess: onDeleted,
    onError: (error) => toastError(text.templates.deleteFailed, error),
    meta: { changes: [queryKey] },
  });
