export { FetchRefused } from "./answers.ts";
export { type HostFetch, hostFetch } from "./host-fetch.ts";
export { limitedFetch } from "./limited-fetch.ts";
export { safeFetch } from "./safe-fetch.ts";
