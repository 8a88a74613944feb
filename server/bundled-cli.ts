/** The commands, as build/bundle-service.mjs puts them into a few files. */
import { keepCompiledCode } from "./cli/compiled-code.ts";

keepCompiledCode();
const { main } = await import("./cli/main.ts");
process.exitCode = await main(process.argv.slice(2));
