import { isInRange, numbersOf } from "pulumi-workspace-gateway/tools";
import { commandVersion } from "../../text/own-version.js";
import { projectRow } from "../known.js";
import { installedAt, versionMismatch } from "./installed.js";

const sdkName = "@pulumi/pulumi";

/** Judges the packages of a program, as the engine's plugin will find them. */
export const packageCheck = projectRow("package", ["nodeProject", "own"], ({ nodeProject, own }, check) => {
  const { name } = own;
  const running = commandVersion();
  const found = installedAt(nodeProject.packages, name);
  const facts = { installed: found?.version, running };
  if (found === undefined) {
    return check.problem({
      found: `The program cannot find ${name} from ${nodeProject.packages}.`,
      means: "Neither the program nor the engine could load it.",
      remedy: `Run \`npm install ${name}\` there.`,
      facts,
    });
  }
  const mismatch = versionMismatch(nodeProject.packages);
  return mismatch === undefined
    ? check.ok({ found: `${name} ${running} is installed, and this command is of the same version.`, facts })
    : check.warning({ ...mismatch, means: "An `up` may do otherwise than what is said here.", facts });
});

export const sdkCheck = projectRow("SDK", ["nodeProject", "own"], ({ nodeProject, own }, check) => {
  const found = installedAt(nodeProject.packages, sdkName);
  const ours = installedAt(nodeProject.packages, own.name);
  const second = ours && installedAt(ours.folder, sdkName);
  const facts = { installed: found?.version, needed: own.sdk, second: second?.version };
  if (found === undefined) {
    return check.problem({
      found: `The program cannot find ${sdkName} from ${nodeProject.packages}.`,
      means: "No program of Pulumi runs without it.",
      remedy: `Run \`npm install\` in the folder of the program, or \`npm install ${sdkName}\`.`,
      facts,
    });
  }
  if (!isInRange(found.version, own.sdk)) {
    return check.warning({
      found: `${sdkName} ${found.version} is installed, and ${own.name} needs ${own.sdk}.`,
      means: "The engine may take what this package answers in another way.",
      remedy: `Run \`npm install ${sdkName}@${own.sdk}\`.`,
      facts,
    });
  }
  return second === undefined || second.folder === found.folder
    ? check.ok({ found: `${sdkName} ${found.version} is installed, once.`, facts })
    : check.warning({
        found: `There are two copies of ${sdkName}: ${found.folder} (${found.version}) and ${second.folder} (${second.version}).`,
        means: "Outputs of the one may not be known to the other.",
        remedy: `Run \`npm dedupe\`, and leave one version of ${sdkName} in package.json.`,
        facts,
      });
});

/** Pulumi uses the compiler's API, which TypeScript 7 does not have. */
export const typeScriptCheck = projectRow("TypeScript", ["nodeProject"], ({ nodeProject }, check) => {
  const { packages, transpiled } = nodeProject;
  const version = installedAt(packages, "typescript")?.version;
  const [major = 0] = numbersOf(version ?? "") ?? [];
  const facts = { installed: version, transpiled };
  return major < 7 || !transpiled
    ? check.ok({
        found: `${version ? `TypeScript ${version}` : "Pulumi's own"} is right for the program.`,
        facts,
      })
    : check.warning({
        found: `TypeScript ${version} is installed, and 6.0 is the newest that Pulumi works with.`,
        means: "Pulumi may not be able to compile the program: the preview shows it.",
        remedy: "Run `npm install -D typescript@6.0`.",
        facts,
      });
});
