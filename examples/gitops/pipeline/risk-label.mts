import { isRow } from "./api.mts";
import type { Forge } from "./forge.mts";

const prefix = "gateway risk: ";
const risks = ["none", "low", "medium", "high"];

/** Gives the pull request a label with the risk of its review, and takes those of earlier reviews. */
export async function labelRisk(forge: Forge, facts: unknown): Promise<void> {
  const request = await forge.request();
  if (request === undefined) return;
  const risk = isRow(facts) ? risks.find((one) => one === facts.risk) : undefined;
  const wanted = risk === undefined ? [] : [prefix + risk];
  const has = new Set((await forge.labels(request)).all.map(({ label }) => label));
  const old = risks.map((one) => prefix + one).filter((label) => has.has(label) && !wanted.includes(label));
  const added = wanted.filter((label) => !has.has(label));
  if (old.length + added.length > 0) await forge.relabel(request, old, added);
}
