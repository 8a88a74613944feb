export { FetchRefused } from "./answers.ts";
export { type HostFetch, hostFetch } from "./host-fetch.ts";
export { safeFetch } from "./safe-fetch.ts";
