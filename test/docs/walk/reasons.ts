/** Why commands of pages are not run where they stand. */
export const inReadme =
  "the folder has the packages already: test/package/readme.test.ts installs them with these commands";

export const inQuickstart = "examples/quickstart/README.md is followed in a checkout with these commands";
