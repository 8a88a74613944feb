import { getCompileCacheDir } from "node:module";
import { dirname } from "node:path";

/**
 * The environment with which a thread uses the compile cache of this process. Threads do not inherit it and would otherwise
 * load the type stripper and strip each file at every start.
 */
export function withCompileCache(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const ofThisNode = getCompileCacheDir();
  return ofThisNode === undefined ? environment : { ...environment, NODE_COMPILE_CACHE: dirname(ofThisNode) };
}
