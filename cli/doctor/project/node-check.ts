import { isInRange } from "pulumi-workspace-gateway/tools";
import { projectRow } from "../known.js";

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
