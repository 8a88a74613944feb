/** The release. A test keeps it equal to the version in package.json. */
export const version = "0.1.0";
