import { isInRange, numbersOf } from "pulumi-workspace-gateway/tools";
import { commandVersion } from "../../text/own-version.js";
import { projectRow } from "../known.js";
import { whyItFailed } from "../machine.js";
import { installedAt, versionMismatch } from "./installed.js";

/** Pulumi runs programs, and this package in its plugin, with the `node` on the PATH. */
export const nodeCheck = projectRow("Node", ["node", "own"], ({ node: { code, stdout }, own }, check) => {
  const needed = own.node;
  const onPath = code === 0 ? stdout.trim().replace(/^v/, "") : undefined;
  return onPath !== undefined && isInRange(onPath, needed)
    ? check.ok({ found: `Node ${onPath} is new enough (${needed}).` })
    : check.problem({
        found:
          onPath === undefined
            ? "There is no `node` on the PATH."
            : `Pulumi runs programs with Node ${onPath}, and this package needs ${needed}.`,
        means: "The program or its first resource would fail.",
        remedy: `Install Node ${needed.replace(/^>=/, "")} or newer, and make sure that \`node --version\` shows it where \`pulumi\` runs.`,
      });
});

const install = "Install it: https://www.pulumi.com/docs/install.";

/** Without a project, nothing here runs pulumi. */
export const cliCheck = projectRow("pulumi", ["version", "folder"], ({ version: ran, folder }, check) => {
  const version = ran.stdout.trim().replace(/^v/, "");
  if (ran.code === undefined) {
    const said = { found: "There is no `pulumi` on the PATH.", remedy: install };
    return folder === undefined
      ? check.warning({ ...said, means: "There is no project here either." })
      : check.problem({ ...said, means: "No `up` can run." });
  }
  if (ran.code !== 0 || numbersOf(version) === undefined) {
    return check.problem({
      found: `\`pulumi version\` fails: ${whyItFailed(ran)}.`,
      means: "No other command of pulumi would work.",
      remedy: install,
    });
  }
  const found = `pulumi ${version} is on the PATH.`;
  return isInRange(version, "^3.216.0")
    ? check.ok({ found })
    : check.warning({
        found,
        means: "This package is tested with pulumi 3, version 3.216.0 or newer.",
        remedy: install,
      });
});

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

/** The packages of a program, as the engine's plugin finds them. */
export const packageCheck = projectRow("package", ["nodeProject", "own"], ({ nodeProject, own }, check) => {
  const { packages } = nodeProject;
  const mismatch = versionMismatch(packages);
  if (installedAt(packages, own.name) === undefined) {
    return check.problem({
      found: `The program cannot find ${own.name} from ${packages}.`,
      means: "Neither the program nor the engine could load it.",
      remedy: `Run \`npm install ${own.name}\` there.`,
    });
  }
  return mismatch === undefined
    ? check.ok({ found: `${own.name} ${commandVersion()} is installed, the version of this command.` })
    : check.warning({ ...mismatch, means: "An `up` may behave differently than this report says." });
});

export const sdkCheck = projectRow("SDK", ["nodeProject", "own"], ({ nodeProject, own }, check) => {
  const name = "@pulumi/pulumi";
  const version = installedAt(nodeProject.packages, name)?.version;
  if (version === undefined) {
    return check.problem({
      found: `The program cannot find ${name} from ${nodeProject.packages}.`,
      means: "No program of Pulumi runs without it.",
      remedy: `Run \`npm install\` in the folder of the program, or \`npm install ${name}\`.`,
    });
  }
  return isInRange(version, own.sdk)
    ? check.ok({ found: `${name} ${version} is installed.` })
    : check.warning({
        found: `${name} ${version} is installed, and ${own.name} needs ${own.sdk}.`,
        means: "The program or the engine may not work with this package.",
        remedy: `Run \`npm install ${name}@${own.sdk}\`.`,
      });
});
