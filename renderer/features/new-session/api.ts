import { type TemplateSetup, templateOperations } from "../../../server/domains/agents/templates/model.ts";
import { sessionDefaultOperations } from "../../../server/domains/sessions/defaults/model.ts";
import { boardOperations } from "../../../server/domains/surfaces/board/model.ts";
import { configOperations } from "../../../server/domains/surfaces/configs/model.ts";
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
