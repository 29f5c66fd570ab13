import type { Gateway } from "../gateway/index.ts";
import type { Given } from "./exchange.ts";
import { fillText, type Known } from "./fill.ts";

/** Puts in place what no endpoint creates. */
export function provide(gateway: Gateway, given: Given, known: Known): void {
  const { seed } = gateway;
  if ("member" in given) {
    const { workspace, user, role } = given.member;
    seed.member(fillText(workspace, known), user, role);
  } else if ("workflow" in given) {
    const { workspace, name, graph } = given.workflow;
    seed.workflow(fillText(workspace, known), { name, workflow: graph });
  } else if ("quota" in given) seed.quota(given.quota);
  else if ("metric" in given) seed.metric(given.metric);
  else gateway.rateLimit = { limit: given.limit.requests, windowSeconds: 60 };
}
