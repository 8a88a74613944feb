import { cacheImports } from "./cli/import-cache.ts";

cacheImports();
const { main } = await import("./cli/main.ts");
process.exitCode = await main(process.argv.slice(2));
