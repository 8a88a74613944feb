import { getCompileCacheDir } from "node:module";
import { dirname } from "node:path";

/**
 * The environment of a thread that keeps compiled code where this process keeps it. A thread does not inherit that,
 * and would load the type stripper and strip each file anew at every start.
 */
export function withCompileCache(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const ofThisNode = getCompileCacheDir();
  return ofThisNode === undefined ? environment : { ...environment, NODE_COMPILE_CACHE: dirname(ofThisNode) };
}
