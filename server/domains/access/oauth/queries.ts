/** When connections were revoked, as a table to join. */
export const grantRevocations = "(SELECT id, revoked_at FROM oauth_grants)";
