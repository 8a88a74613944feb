import { boardOperations } from "../../../server/domains/board/model.ts";
import { configOperations } from "../../../server/domains/configs/model.ts";
import { type CallOptions, call } from "../../lib/client.ts";

export const getConfigs = (options: CallOptions) => call(configOperations.getConfigs, {}, options);

export const listBranches = (gitRoot: string, options: CallOptions) =>
  call(boardOperations.branches, { query: { git_root: gitRoot } }, options);
