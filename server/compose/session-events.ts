import type { SessionEvents } from "../domains/sessions/sessions/index.ts";
import type { Core, Platform, Services, SessionFeatures } from "./deps.ts";

type Listeners = Core &
  SessionFeatures &
  Pick<Platform, "archive" | "contents"> &
  Pick<Services, "keepAwake">;

/**
 * Who acts on what happens to a session, in the order they are called. Each listener runs inside the transaction that
 * made the change (see SessionEventMap). State history and
 * attention come first: a later listener may move the session again.
 */
export function connectSessionEvents(events: SessionEvents, to: Listeners): void {
  events.on("created", to.states.onCreated);
  events.on("created", to.humanMessages.onSessionCreated);
  events.on("created", to.attention.onCreated);

  events.on("firstTurnRequested", to.turns.onFirstTurnRequested);

  events.on("cloned", to.pullRequests.onCloned);

  events.on("transitioned", to.states.onTransition);
  events.on("transitioned", to.attention.onTransition);
  events.on("transitioned", to.admission.onTransition);
  events.on("transitioned", to.wakes.onTransition);
  events.on("transitioned", to.notifications.onTransition);
  events.on("transitioned", to.titles.onTransition);
  events.on("transitioned", to.summaries.onTransition);
  events.on("transitioned", to.elicitations.onTransition);
  events.on("transitioned", to.pullRequests.onTransition);
  events.on("transitioned", to.usage.onTransition);
  events.on("transitioned", to.triggers.onTransition);
  events.on("transitioned", to.topUp.onTransition);
  events.on("transitioned", to.keepAwake.onChanged);

  events.on("ranked", to.admission.onRanked);

  events.on("changed", ({ sessionId }) => to.feed.session(sessionId));
  events.on("changed", to.archive.touch);

  events.on("logChanged", ({ sessionId }) => to.feed.log(sessionId));

  events.on("transcriptAppended", ({ sessionId, lineCount, answers }) =>
    to.feed.transcript(sessionId, lineCount, answers),
  );
  events.on("transcriptAppended", to.contents.changed);
  events.on("transcriptAppended", to.archive.touch);
  events.on("transcriptAppended", to.pullRequests.onAppended);
  events.on("transcriptAppended", to.usage.onAppended);

  events.on("pullRequestChanged", to.attention.onPullRequestChanged);

  events.on("wakeEnded", to.triggers.onWakeEnded);

  events.on("removed", to.admission.onChanged);
  events.on("removed", to.keepAwake.onChanged);
  events.on("removed", to.contents.changed);
  events.on("removed", to.triggers.onSessionRemoved);
}
