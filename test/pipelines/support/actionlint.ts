import type { Host } from "../../harness/cli/host.ts";
import type { Kit } from "../../harness/cli/kit.ts";
import { findTool } from "../../harness/cli/tool.ts";

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
export const findActionlint = (host: Host) => findTool(host, actionlintKit, program);
