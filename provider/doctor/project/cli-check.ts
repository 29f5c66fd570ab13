import { importingCli } from "../../export/first-steps.js";
import { isInRange, numbersOf } from "../../text/version-range.js";
import { about, type Diagnosis } from "../diagnosis.js";
import { type Ran, whyItFailed } from "../machine.js";

const check = about("pulumi");
const install = "Install it: https://www.pulumi.com/docs/install.";
/** The oldest that the package's own tests run by. */
const oldest = "3.216.0";

/** Judges what `pulumi version` printed. Without a project nothing would be written from here. */
export function judgeCli(ran: Ran, hasProject: boolean): { finding: Diagnosis; over?: string } {
  const version = ran.stdout.trim();
  if (ran.code === undefined) {
    const found = "There is no `pulumi` on the PATH.";
    return hasProject
      ? {
          finding: check.problem({ found, means: "There is nothing to run an `up` with.", remedy: install }),
          over: "there is no `pulumi` on the PATH",
        }
      : {
          finding: check.warning({
            found,
            means: "Here is no project either, so nothing would run it.",
            remedy: install,
          }),
          over: "there is no `pulumi` on the PATH",
        };
  }
  const numbers = numbersOf(version);
  if (ran.code !== 0 || numbers === undefined) {
    return {
      finding: check.problem({
        found: `\`pulumi version\` fails: ${whyItFailed(ran)}.`,
        means: "No other command of pulumi would work.",
        remedy: install,
      }),
      over: "`pulumi version` fails",
    };
  }
  const found = `pulumi ${version.replace(/^v/, "")} is on the PATH.`;
  const means = limitOf(version);
  const facts = { version };
  return {
    finding:
      means === undefined
        ? check.ok({ found, facts })
        : check.warning({ found, means, remedy: install, facts }),
  };
}

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
