import { configOperations } from "../../../server/domains/agents/configs/model.ts";
import { sessionDefaultOperations } from "../../../server/domains/agents/defaults/model.ts";
import { type TemplateSetup, templateOperations } from "../../../server/domains/agents/templates/model.ts";
import { boardOperations } from "../../../server/domains/inbox/board/model.ts";
import { type CallOptions, call } from "../../lib/client.ts";

export const getConfigs = (options: CallOptions) => call(configOperations.getConfigs, {}, options);

export const listBranches = (gitRoot: string, options: CallOptions) =>
  call(boardOperations.branches, { query: { git_root: gitRoot } }, options);

export const getDefaults = (options: CallOptions) =>
  call(sessionDefaultOperations.getSessionDefaults, {}, options);

export const listTemplates = (options: CallOptions) => call(templateOperations.listTemplates, {}, options);

export const saveTemplate = (id: string, body: { name: string; setup: TemplateSetup }) =>
  call(templateOperations.saveTemplate, { params: { id }, body });

export const deleteTemplate = (id: string) => call(templateOperations.deleteTemplate, { params: { id } });
