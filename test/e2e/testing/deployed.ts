import { DeployError, deploy } from "../../../cli/testing/index.js";
import { type Gateway, startGateway } from "../../gateway/index.ts";
import { type Came, plainText } from "./recorded.ts";

/** What `deploy` makes of a program, in the form in which it is compared. */
export async function deployed(...[program, options]: Parameters<typeof deploy>): Promise<Came> {
  try {
    const stack = await deploy(program, options);
    return { resources: JSON.parse(stack.state).deployment.resources, errors: [] };
  } catch (error) {
    if (!(error instanceof DeployError)) throw error;
    const errors = error.diagnostics
      .filter(({ severity }) => severity === "error")
      .map(({ urn = "", message }) => ({ urn, message: plainText(message) }));
    return { resources: [], errors };
  }
}

/** Does something with gateways that have the account's usual quotas, and closes them. */
export async function onGateways<T>(
  count: number,
  work: (first: Gateway, ...others: Gateway[]) => Promise<T>,
): Promise<T> {
  const first = await startGateway();
  const others = await Promise.all(Array.from({ length: count - 1 }, () => startGateway()));
  const gateways = [first, ...others];
  for (const { seed } of gateways) seed.samples();
  try {
    return await work(first, ...others);
  } finally {
    await Promise.all(gateways.map((gateway) => gateway.close()));
  }
}
