/** The commands, run from their sources. What `npm run` starts is the same from fewer files (build/bundle-service.mjs). */
import { keepCompiledCode } from "./cli/compiled-code.ts";
import { speedUpImports } from "./cli/import-cache.ts";

keepCompiledCode();
speedUpImports();
const { main } = await import("./cli/main.ts");
process.exitCode = await main(process.argv.slice(2));
