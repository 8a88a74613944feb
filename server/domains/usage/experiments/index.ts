export { type Cohort, type Comparison, compare, compareSameRoots } from "./rules.ts";
export { experimentService } from "./service.ts";
