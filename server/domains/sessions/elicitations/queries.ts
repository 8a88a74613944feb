/** The sessions with an open elicitation, as a subquery for `IN`. */
export const sessionsAwaitingAnswer = "(SELECT session_id FROM elicitations WHERE status = 'pending')";
