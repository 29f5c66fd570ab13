import { findTool, type Kit } from "../../harness/cli/kits.ts";

const version = "1.7.12";
const name = "actionlint";

/** The checker of GitHub's workflow files. */
const actionlintKit: Kit = {
  title: "checker actionlint",
  version: `v${version}`,
  folder: `${name}-v${version}`,
  files: [name],
  ask: "-version",
  prints: version,
};

const module = "github.com/rhysd/actionlint";
const program = {
  name,
  module,
  command: `cmd/${name}`,
  version: `v${version}`,
  stamp: `${module}.version=${version}`,
};

/** Finds the checker in the cache, else builds it with Go; or says why it cannot be had. */
export const findActionlint = () => findTool(actionlintKit, program);
