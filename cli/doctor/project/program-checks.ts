import { isInRange, numbersOf } from "pulumi-workspace-gateway/tools";
import { importingCli } from "../../export/first-steps.js";
import { projectRow } from "../known.js";
import { whyItFailed } from "../machine.js";

const remedy = (needed: string) =>
  `Install Node ${needed.replace(/^>=/, "")} or newer, and make sure that \`node --version\` shows it where \`pulumi\` runs.`;

/** Pulumi runs programs, and this package in its plugin, with the `node` on the PATH. */
export const nodeCheck = projectRow(
  "Node",
  ["node", "machine", "own"],
  ({ node: { code, stdout }, machine, own }, check) => {
    const needed = own.node;
    const onPath = code === 0 ? stdout.trim().replace(/^v/, "") : undefined;
    const facts = { onPath, here: machine.node, needed };
    if (onPath === undefined) {
      return check.problem({
        found: `There is no \`node\` on the PATH; this command runs on ${machine.node}.`,
        means: "Pulumi could not start a program.",
        remedy: remedy(needed),
        facts,
      });
    }
    if (!isInRange(onPath, needed)) {
      return check.problem({
        found: `Pulumi runs programs with Node ${onPath}, and this package needs ${needed}.`,
        means: "The first resource would refuse it.",
        remedy: remedy(needed),
        facts,
      });
    }
    const other = machine.node === onPath ? "" : ` This command itself runs on ${machine.node}.`;
    return check.ok({ found: `Node ${onPath} is new enough (${needed}).${other}`, facts });
  },
);

const install = "Install it: https://www.pulumi.com/docs/install.";
/** The oldest that the package's own tests run by. */
const oldest = "3.216.0";

/** Judges what `pulumi version` printed. Without a project nothing would be written from here. */
export const cliCheck = projectRow("pulumi", ["version", "folder"], ({ version: ran, folder }, check) => {
  if (ran.code === undefined) {
    const said = { found: "There is no `pulumi` on the PATH.", remedy: install };
    return folder === undefined
      ? check.warning({ ...said, means: "Here is no project either, so nothing would run it." })
      : check.problem({ ...said, means: "There is nothing to run an `up` with." });
  }
  const version = ran.stdout.trim();
  if (ran.code !== 0 || numbersOf(version) === undefined) {
    return check.problem({
      found: `\`pulumi version\` fails: ${whyItFailed(ran)}.`,
      means: "No other command of pulumi would work.",
      remedy: install,
    });
  }
  const found = `pulumi ${version.replace(/^v/, "")} is on the PATH.`;
  const means = limitOf(version);
  const facts = { version };
  return means === undefined
    ? check.ok({ found, facts })
    : check.warning({ found, means, remedy: install, facts });
});

/** What a version cannot do; undefined if it does everything. */
function limitOf(version: string): string | undefined {
  if (numbersOf(version)?.[0] !== 3) {
    return "This package is made for pulumi 3.";
  }
  if (!isInRange(version, `^${oldest}`)) {
    return `This package is tried with ${oldest} and newer.`;
  }
  return isInRange(version, `^${importingCli}`)
    ? undefined
    : `What \`import-file\`, \`export\` and \`drift --adopt\` write can be imported by ${importingCli} or newer, or with the native plugin.`;
}

/** A file that cannot be read is not the same as no project. */
export const projectCheck = projectRow("project", ["folder"], ({ folder }, check) => {
  if (folder === undefined) {
    return undefined;
  }
  return "wrong" in folder
    ? check.problem({
        found: `${folder.wrong}.`,
        means: "No command of pulumi works on it.",
        remedy: "Correct the file.",
      })
    : check.ok({ found: `${folder.file} is the project ${folder.name}.` });
});
