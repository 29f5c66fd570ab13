import { numbersOf } from "../../text/version-range.js";
import { about, type Diagnosis } from "../diagnosis.js";
import { type Ran, whyItFailed } from "../machine.js";

const check = about("pulumi");
const install = "Install it: https://www.pulumi.com/docs/install.";

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
  const facts = { version };
  return {
    finding:
      numbers[0] === 3
        ? check.ok({ found: `pulumi ${version.replace(/^v/, "")} is on the PATH.`, facts })
        : check.warning({
            found: `pulumi ${version} is on the PATH.`,
            means: "This package is made for pulumi 3.",
            remedy: install,
            facts,
          }),
  };
}
