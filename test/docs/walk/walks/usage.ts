import { blocksOf } from "../../support/pages.ts";
import { applied, exampleApplied, likeProd, project } from "../begun.ts";
import type { PageWalk } from "../page-walk.ts";
import type { Place } from "../place.ts";

/** Requests of today that the first model has answered. */
function requests({ gateway }: Place): void {
  const [model] = gateway.rows("models");
  gateway.seed.metrics(20, { model_id: model?.id ?? "", provider_id: model?.provider_id ?? "" });
}

export const usage: PageWalk = {
  page: "docs/usage.md",
  async begin(place) {
    await exampleApplied(place, "gitops");
    await likeProd(place, "staging", "gpt-4.1-mini", "gpt-4.1-nano");
    requests(place);
    await place.earlier("workspace-gateway check --live --write");
  },
  async end(place) {
    await place.write("gateway-guard.yaml", place.printed("yaml") + place.printed("yaml", 1));
    await place.earlier("workspace-gateway review --guard --usage 7d -- --stack prod");
  },
};

export const retirement: PageWalk = {
  page: "docs/retirement.md",
  async begin(place) {
    const program = blocksOf("README.md", "ts")[0]?.text ?? "";
    const mapping = `new gateway.Mapping("chat", { workspaceId: team.id, sourceName: "chat", targetModel: old.gatewayName });`;
    const soon = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
    const retiring = place.printed("ts").replace("2027-03-31", soon);
    await project(place, [program, retiring, mapping].join("\n"));
    await applied(place, "prod");
    requests(place);
  },
  commands: {
    "npx workspace-gateway retire": { prints: "openai/gpt-5" },
    "npx workspace-gateway retire openai/gpt-4o --stack prod": { prints: "chat" },
  },
};
