import { exampleApplied, likeProd } from "../begun.ts";
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
