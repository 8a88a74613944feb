export type {
  CandidateQuery,
  Place,
  Query,
  ScanRequest,
  ScanResult,
  SessionAtPlace,
} from "./content-scan.ts";
export { type CommandAddressee, readSource } from "./creation.ts";
export { type FirstTurnKind, type SessionEvents, sessionEvents, type Transition } from "./events.ts";
export type { CatalogPort, DefaultsPort, GoalPort, ModelPort, SandboxPort, SessionLogPort } from "./ports.ts";
export { sessionRoutes } from "./routes.ts";
export { titleFromPrompt, turnKinds } from "./rules.ts";

export { hasRun, type SessionService, sessionService } from "./service.ts";
export type { SmallModelAnswer, SmallModelPort } from "./small-model-port.ts";
export type { SessionChanges, SessionRow } from "./store.ts";
export { type TurnSignsBoard, turnSigns } from "./turn-signs.ts";
export { injectedServerName } from "./view.ts";
