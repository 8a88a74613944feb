import { configOperations } from "../../../server/domains/agents/configs/model.ts";
import { sessionDefaultOperations } from "../../../server/domains/agents/defaults/model.ts";
import { type TemplateSetup, templateOperations } from "../../../server/domains/agents/templates/model.ts";
import { boardOperations } from "../../../server/domains/inbox/board/model.ts";
import { type CallOptions, callApi } from "../../lib/client.ts";

export const getConfigs = (options: CallOptions) => callApi(configOperations.getConfigs, {}, options);

export const listBranches = (gitRoot: string, options: CallOptions) =>
  callApi(boardOperations.branches, { query: { git_root: gitRoot } }, options);

export const getDefaults = (options: CallOptions) =>
  callApi(sessionDefaultOperations.getSessionDefaults, {}, options);

export const listTemplates = (options: CallOptions) => callApi(templateOperations.listTemplates, {}, options);

export const saveTemplate = (id: string, body: { name: string; setup: TemplateSetup }) =>
  callApi(templateOperations.saveTemplate, { params: { id }, body });

export const deleteTemplate = (id: string) => callApi(templateOperations.deleteTemplate, { params: { id } });
