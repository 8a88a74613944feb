/** The sessions that wait for an answer, as a list for `IN`. */
export const sessionsAwaitingAnswer = "(SELECT session_id FROM elicitations WHERE status = 'pending')";
