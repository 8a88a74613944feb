import { useMutation, useQuery } from "@tanstack/react-query";
import type { SessionTemplate, TemplateSetup } from "../../../server/domains/agents/templates/model.ts";
import { toastError } from "../../ui/toasts.ts";
import { deleteTemplate, listTemplates, saveTemplate } from "./api.ts";

const queryKey = ["session_templates"];

export const useTemplates = () =>
  useQuery({ queryKey, queryFn: ({ signal }) => listTemplates({ signal }), staleTime: 0 });

const newId = (): string => `t${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;

/** Saves under a new id, or under that of a template that was just deleted. */
export const useSaveTemplate = () =>
  useMutation({
    mutationFn: ({ id = newId(), ...body }: { id?: string; name: string; setup: TemplateSetup }) =>
      saveTemplate(id, body),
    meta: { changes: [queryKey] },
  });

/**
 * A template that is deleted can be had back at once, so nothing asks before it. `onDeleted` is called even where its
 * row has gone from the list by then.
 */
export const useDeleteTemplate = (onDeleted: () => void) =>
  useMutation({
    mutationFn: ({ id }: SessionTemplate) => deleteTemplate(id),
    onSuccess: onDeleted,
    onError: (error) => toastError("Could not delete the template", error),
    meta: { changes: [queryKey] },
  });
