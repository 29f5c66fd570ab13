import { isInRange, numbersOf } from "../../text/version-range.js";
import { about, type Diagnosis } from "../diagnosis.js";
import { installedAt } from "./installed.js";
import type { PulumiProject } from "./pulumi-project.js";

/** What the running package says about itself. */
export interface OwnManifest {
  readonly name: string;
  readonly version: string;
  /** Which versions of the engine's SDK it works with. */
  readonly sdk: string;
}

const sdkName = "@pulumi/pulumi";
const install = "Run `npm install` in the folder of the program";

/** The packages of a program, as the engine's plugin will find them. */
export function checkPackages(
  { packages, transpiled }: PulumiProject,
  own: OwnManifest,
): readonly Diagnosis[] {
  return [checkOwn(packages, own), checkSdk(packages, own), checkTypeScript(packages, transpiled)];
}

function checkOwn(folder: string, { name, version }: OwnManifest): Diagnosis {
  const check = about("package");
  const found = installedAt(folder, name);
  const facts = { installed: found?.version, running: version };
  if (found === undefined) {
    return check.problem({
      found: `The program cannot find ${name} from ${folder}.`,
      means: "Neither the program nor the engine could load it.",
      remedy: `Run \`npm install ${name}\` there.`,
      facts,
    });
  }
  return found.version === version
    ? check.ok({ found: `${name} ${version} is installed, and this command is of the same version.`, facts })
    : check.warning({
        found: `The program uses ${name} ${found.version}, and this command is of version ${version}.`,
        means: "An `up` may do otherwise than what is said here.",
        remedy: "Run `npx workspace-gateway doctor` in the folder of the program.",
        facts,
      });
}

function checkSdk(folder: string, { name, sdk }: OwnManifest): Diagnosis {
  const check = about("SDK");
  const found = installedAt(folder, sdkName);
  const ours = installedAt(folder, name);
  const second = ours && installedAt(ours.folder, sdkName);
  const facts = { installed: found?.version, needed: sdk, second: second?.version };
  if (found === undefined) {
    return check.problem({
      found: `The program cannot find ${sdkName} from ${folder}.`,
      means: "No program of Pulumi runs without it.",
      remedy: `${install}, or \`npm install ${sdkName}\`.`,
      facts,
    });
  }
  if (!isInRange(found.version, sdk)) {
    return check.problem({
      found: `${sdkName} ${found.version} is installed, and ${name} needs ${sdk}.`,
      means: "The engine may take what this package answers in another way.",
      remedy: `Run \`npm install ${sdkName}@${sdk}\`.`,
      facts,
    });
  }
  if (second !== undefined && second.folder !== found.folder) {
    return check.warning({
      found: `There are two copies of ${sdkName}: ${found.folder} (${found.version}) and ${second.folder} (${second.version}).`,
      means: "Outputs of the one may not be known to the other.",
      remedy: `Run \`npm dedupe\`, and leave one version of ${sdkName} in package.json.`,
      facts,
    });
  }
  return check.ok({ found: `${sdkName} ${found.version} is installed, once.`, facts });
}

/** Pulumi uses the compiler's API, which TypeScript 7 does not have. */
function checkTypeScript(folder: string, transpiled: boolean): Diagnosis {
  const check = about("TypeScript");
  const found = installedAt(folder, "typescript");
  if (found === undefined) {
    return check.ok({
      found: "No TypeScript is installed: Pulumi brings its own, or Node runs the program.",
    });
  }
  const facts = { installed: found.version, transpiled };
  const [major = 0] = numbersOf(found.version) ?? [];
  if (major < 7) {
    return check.ok({ found: `TypeScript ${found.version} works with Pulumi.`, facts });
  }
  const said = {
    found: `TypeScript ${found.version} is installed, and 6.0 is the newest that Pulumi works with.`,
    means: transpiled
      ? "Pulumi could not compile the program."
      : "Only Node compiles this program, so it may work.",
    remedy: "Run `npm install -D typescript@6.0`.",
    facts,
  };
  return transpiled ? check.problem(said) : check.warning(said);
}
