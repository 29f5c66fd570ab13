/** Something has failed, and the diagnostics have said so: the deployment goes no further. */
export class DeploymentStopped extends Error {
  override readonly name = "DeploymentStopped";
}

/** As the engine puts several errors into one. */
export function manyErrors(reasons: readonly string[]): string {
  const count = reasons.length === 1 ? "1 error occurred" : `${reasons.length} errors occurred`;
  return `${count}:\n${reasons.map((reason) => `\t* ${reason}`).join("\n")}\n\n`;
}
