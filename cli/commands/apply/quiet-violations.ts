const violation = "violates plan";

/** What pulumi prints of how far it came. */
const progress =
  /^(Resources:|Duration: [\w ]+|Updating \([^)]*\):| {4}[-+~ ]{0,3}\d+ \w+(?:\. \d+ unchanged)?| [-+~]{1,2} +(?:pulumi-nodejs:dynamic\/workspace-gateway|workspace-gateway:index):\w+ \S+ (created|updated|deleted|replaced) \([\d.]+s\).*)$/;

/**
 * Shows the lines of an `up`, but nothing of the values by which pulumi says that a plan does not hold: it
 * prints a planned secret in plain text if it is another one now, and a secret may have many lines.
 */
export function quietViolations(show: (line: string) => void): (line: string) => void {
  let isViolated = false;
  return (line) => {
    const at = line.indexOf(violation);
    if (at >= 0) {
      isViolated = true;
      show(`${line.slice(0, at)}${violation} (what differs is not shown: secrets of the plan may be in it)`);
    } else if (!isViolated || progress.test(line)) {
      show(line);
    }
  };
}
