import type { Request, RequestHandler, Router } from "express";
import type { Database } from "../db/open.ts";
import type { ApiKeyService } from "../domains/access/api-keys/index.ts";
import type { BrowserSignInService } from "../domains/access/browser-sign-ins/index.ts";
import type { DeviceAuthentication, DeviceSignIns } from "../domains/access/devices/index.ts";
import type { IdempotencyService } from "../domains/access/idempotency/index.ts";
import type { IdentityService, OwnerService } from "../domains/access/identity/index.ts";
import type { LanService } from "../domains/access/lan/index.ts";
import type { FirstPartyClient, OauthService } from "../domains/access/oauth/index.ts";
import type { IssuedTokens, TokenRequest } from "../domains/access/oauth/model.ts";
import type { PageKeys } from "../domains/access/page-keys/index.ts";
import type { WebSignIn } from "../domains/access/web-sign-in/index.ts";
import type { AccountService } from "../domains/agents/accounts/index.ts";
import type { CatalogService } from "../domains/agents/catalog/index.ts";
import type { CliService, Machine } from "../domains/agents/clis/index.ts";
import type { McpAppService } from "../domains/agents/mcp-apps/index.ts";
import type { ConnectorService } from "../domains/agents/mcp-connections/index.ts";
import type { ModelService } from "../domains/agents/models/index.ts";
import type { TemplateService } from "../domains/agents/templates/index.ts";
import type { BotToken, ChatService } from "../domains/automation/chat/index.ts";
import type { BridgeService } from "../domains/automation/chat-bridge/index.ts";
import type { ExternalAppService } from "../domains/automation/integrations/index.ts";
import type { QuickStartService } from "../domains/automation/quick-start/index.ts";
import type { ReprioritizingService } from "../domains/automation/reprioritizing/index.ts";
import type { TriggerService } from "../domains/automation/triggers/index.ts";
import type { WebhookService } from "../domains/automation/webhooks/index.ts";
import type { Announcing, NotificationService, Preferences } from "../domains/inbox/notifications/index.ts";
import type { PushService } from "../domains/inbox/push/index.ts";
import type { BackupService } from "../domains/installation/backups/index.ts";
import type { ClockChangeService } from "../domains/installation/clock-changes/index.ts";
import type {
  DataFolderService,
  RetentionService,
  StoredRecordService,
} from "../domains/installation/data-folder/index.ts";
import type { DatabaseTaskService } from "../domains/installation/database-tasks/index.ts";
import type { DiskSpaceService } from "../domains/installation/disk-space/index.ts";
import type { FirstRunService } from "../domains/installation/first-run/index.ts";
import type { processWatch } from "../domains/installation/health/index.ts";
import type { IntegrityService } from "../domains/installation/integrity/index.ts";
import type { KeepAwakeService } from "../domains/installation/keep-awake/index.ts";
import type {
  MaintenanceAudit,
  MaintenanceService,
  QueuedJobService,
  RecoveryModeService,
} from "../domains/installation/maintenance/index.ts";
import type { MetricsService } from "../domains/installation/metrics/index.ts";
import type { LiveConversationService } from "../domains/live/conversations/index.ts";
import type { LiveSettingService } from "../domains/live/settings/index.ts";
import type { OutcomeService } from "../domains/outcomes/analyses/index.ts";
import type { GateDecisionService } from "../domains/outcomes/gate-decisions/index.ts";
import type { GoalReportService } from "../domains/outcomes/goal-reports/index.ts";
import type { AppSettings } from "../domains/owner/app-settings/index.ts";
import type { ConfirmationService } from "../domains/owner/confirmations/index.ts";
import type { ExperimentalSettingService } from "../domains/owner/experimental-settings/index.ts";
import type { GitSettingService } from "../domains/owner/git-settings/index.ts";
import type { ModelRateService } from "../domains/pricing/model-rates/index.ts";
import type { PacingService } from "../domains/pricing/pacing/index.ts";
import type { ChangeService } from "../domains/review/changes/index.ts";
import type { OpenerService } from "../domains/review/editors/index.ts";
import type {
  AuthorizeMerge,
  PullRequestNoticeService,
  PullRequestService,
} from "../domains/review/pull-requests/index.ts";
import type { AdmissionService } from "../domains/scheduling/admission/index.ts";
import type { FleetTopUpService } from "../domains/scheduling/fleet-top-up/index.ts";
import type { GenesisClassService } from "../domains/scheduling/genesis-classes/index.ts";
import type { SpotQueueService } from "../domains/scheduling/queue/index.ts";
import type { BacklogService } from "../domains/scheduling/work-backlog/index.ts";
import type { AgentLimits } from "../domains/sessions/agent-limits/index.ts";
import type { AttentionService } from "../domains/sessions/attention/index.ts";
import type { CategoryService } from "../domains/sessions/categories/index.ts";
import type { SessionDefaultsService } from "../domains/sessions/defaults/index.ts";
import type { ElicitationAccess, ElicitationService } from "../domains/sessions/elicitations/index.ts";
import type { GoalService } from "../domains/sessions/goals/index.ts";
import type { HierarchyService } from "../domains/sessions/hierarchy/index.ts";
import type { HumanMessageService } from "../domains/sessions/human-messages/index.ts";
import type { SessionLogService } from "../domains/sessions/logs/index.ts";
import type {
  SessionEvents,
  SessionLogPort,
  SessionService,
  TurnSignsBoard,
} from "../domains/sessions/sessions/index.ts";
import type { SessionSettingsService } from "../domains/sessions/settings/index.ts";
import type { SessionStateService } from "../domains/sessions/states/index.ts";
import type { WakeService } from "../domains/sessions/wakes/index.ts";
import type { ArchiveService } from "../domains/surfaces/archive/index.ts";
import type { Feed } from "../domains/surfaces/board/index.ts";
import type { OverviewService } from "../domains/surfaces/overview/index.ts";
import type { OwnerSettingService } from "../domains/surfaces/owner-settings/index.ts";
import type { OwnSessionArchiving } from "../domains/surfaces/self-session/index.ts";
import type { ForkService } from "../domains/transcripts/forks/index.ts";
import type { ContentSearchService } from "../domains/transcripts/search/index.ts";
import type { SubagentService } from "../domains/transcripts/subagents/index.ts";
import type { SummaryService, TitleService } from "../domains/transcripts/summaries/index.ts";
import type { LargeReads, TranscriptService } from "../domains/transcripts/transcripts/index.ts";
import type { ActivityService } from "../domains/turns/activity/index.ts";
import type { CommandService } from "../domains/turns/commands/index.ts";
import type { MessageService } from "../domains/turns/messages/index.ts";
import type { ResourceService } from "../domains/turns/process-usage/index.ts";
import type { TurnService } from "../domains/turns/turns/index.ts";
import type { BudgetHolds, BudgetService } from "../domains/usage/budgets/index.ts";
import type { UsageService } from "../domains/usage/calls/index.ts";
import type { CostService } from "../domains/usage/costs/index.ts";
import type { LedgerService } from "../domains/usage/ledger/index.ts";
import type { ForeignOwnerService } from "../domains/workspace/foreign-owners/index.ts";
import type { GitPushService } from "../domains/workspace/pushes/index.ts";
import type { RepositorySandboxService } from "../domains/workspace/sandboxes/index.ts";
import type { RepositoryTrustService } from "../domains/workspace/trust/index.ts";
import type { GitSandbox, WorkspaceService } from "../domains/workspace/workspaces/index.ts";
import type { BoardAuth } from "../http/board-auth.ts";
import type { FormGuard } from "../http/form-guard.ts";
import type { Endpoint } from "../http/mount.ts";
import type { Installation } from "../installation.ts";
import type { JobQueue } from "../jobs/queue.ts";
import type { Clock } from "../lib/clock.ts";
import type { SleepInhibitor } from "../lib/keep-awake/index.ts";
import type { DiskWatch, ProcessLimits } from "../lib/limits/index.ts";
import type { Logger } from "../lib/logger.ts";
import type { LoopDelay } from "../lib/loop-delay.ts";
import type { Sandboxes } from "../lib/sandbox/index.ts";
import type { GivenSecret, SecretStore } from "../lib/secret-store/index.ts";
import type { SessionPasses } from "../lib/session-passes.ts";
import type { StartedTracing } from "../lib/tracing.ts";
import type { RefreshingRedactor } from "../redactor.ts";
import type { AgentQuestion, AgentReply } from "../runtimes/agent-question.ts";
import type { AgentRuntime } from "../runtimes/runtime.ts";
import type { Settings } from "../settings.ts";
import type { WorkerPool } from "../workers/pool.ts";
import type { AgentServer } from "./agent-tools.ts";
import type { LiveToolRegistry } from "./live-tools.ts";

/** What the host provides: the base of everything that is composed. */
export interface ComposeDeps {
  database: Database;
  settings: Settings;
  installation: Installation;
  /** What the service and its agents inherit: the host's, with a temporary folder of the service's own. */
  environment: Readonly<Record<string, string | undefined>>;
  /** The host's as it is, for programs that the person goes on using. */
  personEnvironment: Readonly<Record<string, string | undefined>>;
  /** Holds the temporary folders of sessions without a sandbox; null for the system's. */
  temporary: string | null;
  clock: Clock;
  log: Logger;
  rendererFolder?: string | undefined;
  /** The service's address, for agents on this machine; known once it listens. */
  url(): string;
  passes: SessionPasses;
  /** Names of this machine's loopback that may lead to another program; known once it listens. */
  refusedNames(): ReadonlySet<string>;
  version: string;
  /** What a command of Signalbox begins with on this machine; null in the packaged app, which brings none. */
  commandLine: string | null;
  validateResponses?: boolean;
  /** What keeps the machine awake, if the host brings it. */
  sleepInhibitor?: SleepInhibitor | undefined;
}

/** Built first, by platform.ts: what sessions are built on. Nothing here knows a session. */
export interface Platform {
  /** Identifies this start of the service. */
  boot: string;
  jobs: JobQueue;
  tracing: StartedTracing;
  idempotency: IdempotencyService;
  workers: WorkerPool;
  diskSpace: DiskSpaceService;
  clockChanges: ClockChangeService;
  secrets: SecretStore;
  redactor: RefreshingRedactor;
  /** `fetch` for addresses that a caller or a foreign document chose. */
  safeFetch: typeof fetch;

  appSettings: AppSettings;
  owner: OwnerService;
  keys: ApiKeyService;
  defaults: SessionDefaultsService;
  experimentalSettings: ExperimentalSettingService;
  mcpApps: McpAppService;
  gitSettings: GitSettingService;
  ownerSettings: OwnerSettingService;
  retention: RetentionService;
  liveSettings: LiveSettingService;
  genesisClasses: GenesisClassService;

  catalog: CatalogService;
  connectors: ConnectorService;
  chatToken: BotToken;
  liveKey: GivenSecret;
  accounts: AccountService;
  pacing: PacingService;
  goals: GoalService;
  runtimes: readonly AgentRuntime[];
  models: ModelService;
  demoModel: DemoModel;
  workspaces: WorkspaceService;
  repositoryTrust: RepositoryTrustService;
  sandboxes: Sandboxes;
  gitSandbox: GitSandbox;
  limits: ProcessLimits & { disk: DiskWatch };
  repositorySandboxes: RepositorySandboxService;
  foreignOwners: ForeignOwnerService;
  elicitationAccess: ElicitationAccess;

  contents: ContentSearchService;
  archive: ArchiveService;

  pageKeys: PageKeys;
  webSignIn: WebSignIn;
  signInPages: Router;
  /** Whether this person may sign in, directly or through a device or client. */
  isAllowed(email: string): boolean;
  forms: FormGuard;
  knownDevices: KnownDevices;
  boardAuth: BoardAuth;
  browserSignIns: BrowserSignInService;
  confirmations: ConfirmationService;
}

export interface KnownDevices {
  /** The connections that devices are signed in through, among all others. */
  connections: OauthService;
  access: DeviceAuthentication;
  deviceSignIns: DeviceSignIns;
}

/** The scripted model of the demo: started by the first turn that asks it. */
export interface DemoModel {
  url(): Promise<string>;
  close(): Promise<void>;
}

/** Built second, by core.ts: sessions, their turns, and what they use. */
export interface Core {
  events: SessionEvents;
  feed: Feed;
  logs: SessionLogService;
  sessionLog: SessionLogPort;
  sessions: SessionService;
  signs: TurnSignsBoard;
  states: SessionStateService;
  hierarchy: HierarchyService;
  messages: MessageService;
  humanMessages: HumanMessageService;
  transcripts: TranscriptService;
  largeReads: LargeReads;
  subagents: SubagentService;
  turns: TurnService;
  commands: CommandService;
  agentAsking: {
    ask(sessionId: number, question: AgentQuestion): Promise<AgentReply>;
    open(ask: (sessionId: number, question: AgentQuestion) => Promise<AgentReply>): void;
  };
  activity: ActivityService;
  admission: AdmissionService;
  budgetHolds: BudgetHolds;
  spotQueue: SpotQueueService;
  wakes: WakeService;
  agentServer: AgentServer;
}

/** Built third, by session-features.ts: services that read sessions, listen to them or act on them. */
export interface SessionFeatures {
  agentLimits: AgentLimits;
  attention: AttentionService;
  categories: CategoryService;
  changes: ChangeService;
  forks: ForkService;
  gitPushes: GitPushService;
  settings: SessionSettingsService;
  overview: OverviewService;
  summaries: SummaryService;
  titles: TitleService;
  elicitations: ElicitationService;
  pullRequests: PullRequestService;
  pullRequestNotices: PullRequestNoticeService;
  authorizeMerge: AuthorizeMerge;
  usage: UsageService;
  ledger: LedgerService;
  costs: CostService;
  modelRates: ModelRateService;
  budgets: BudgetService;
  ownSessionArchiving: OwnSessionArchiving;
  openers: OpenerService;
  resources: ResourceService;

  notifications: NotificationService;
  announcements: Announcing;
  preferences: Preferences;
  push: PushService;

  triggers: TriggerService;
  chat: ChatService;
  chatBridge: BridgeService;
  webhooks: WebhookService;
  backlog: BacklogService;
  gateDecisions: GateDecisionService;
  outcomes: OutcomeService;
  goalReport: GoalReportService;
  topUp: FleetTopUpService;
  reprioritizing: ReprioritizingService;
  externalApps: ExternalAppService;
  quickStarts: QuickStartService;

  live: LiveConversationService;
  liveTools: LiveToolRegistry;

  identity: IdentityService;
  connections: OauthService;
  issueTokens(request: TokenRequest): Promise<IssuedTokens>;
  firstPartyClient: FirstPartyClient;
  oauthEndpoints: Endpoint[];
  oauthRouter: Router;
  connectorEndpoints: Endpoint[];
  lan: LanService;
  lanEndpoints: Endpoint[];
  pairingPages: RequestHandler;
  /** Calls `stop` once the sender of the request is signed out, in the browser or on the device. */
  onSignedOut(request: Request, stop: () => void): () => void;

  clis: CliService;
  machine: Machine;
  templates: TemplateService;
  backups: BackupService;
  folder: DataFolderService;
  integrity: IntegrityService;
  databaseTasks: DatabaseTaskService;
  records: StoredRecordService;
  firstRun: FirstRunService;
}

/** What watches the service and mends it. */
export interface Health {
  processes: ReturnType<typeof processWatch>;
  loop: LoopDelay;
  metrics: MetricsService;
  maintenanceAudit: MaintenanceAudit;
  maintenance: MaintenanceService;
  recoveryMode: RecoveryModeService;
  queuedJobs: QueuedJobService;
}

/** Everything that the HTTP endpoints and the MCP tools use. */
export interface Services extends Platform, Core, SessionFeatures, Health {
  keepAwake: KeepAwakeService;
  /** Aborted when the service stops. */
  closing: AbortSignal;
}
