/** The devices that are signed in, as a table to join. */
export const signedInDevices = "(SELECT grant_id FROM paired_devices WHERE revoked_at IS NULL)";
