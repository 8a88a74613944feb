import { quickenImports } from "./cli/import-cache.ts";

quickenImports();
const { main } = await import("./cli/main.ts");
process.exitCode = await main(process.argv.slice(2));
