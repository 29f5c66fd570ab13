import { madeUpKey } from "../begun.ts";
import { checkout, packagesAreInstalled, startsGateway } from "../checkout.ts";
import type { PageWalk } from "../page-walk.ts";
import type { Place } from "../place.ts";

const asks = { input: madeUpKey };
const listens = { until: /data +in memory/ };

export const team: PageWalk = {
  page: "examples/team/README.md",
  begin: checkout,
  filled: (place) => ({
    ...packagesAreInstalled,
    "8080": place.ports[0] ?? "",
    "ACCESS_TOKEN=...": `ACCESS_TOKEN=${printedBy(place, "token")}`,
    "CLIENT_ID=...": `CLIENT_ID=${printedBy(place, "client id")}`,
    "CLIENT_SECRET=...": `CLIENT_SECRET=${printedBy(place, "client secret")}`,
  }),
  commands: {
    [startsGateway]: listens,
    "npm run pulumi -- -C examples/team config set --secret openaiApiKey": asks,
    "npm run pulumi -- -C examples/team config set --secret deepseekApiKey": asks,
    "npm run pulumi -- -C examples/team stack output declared --show-secrets": { prints: /https?:/ },
    "npm run pulumi -- -C examples/team destroy": { prints: /deleted/ },
  },
};

export const multiGateway: PageWalk = {
  page: "examples/multi-gateway/README.md",
  begin: checkout,
  filled: ({ ports: [eu = "", us = ""] }) => ({ ...packagesAreInstalled, "8081": eu, "8082": us }),
  commands: {
    "npm run gateway -- --port 8081 --samples --token token-of-eu": listens,
    "npm run gateway -- --port 8082 --samples --token token-of-us": listens,
    "npm run pulumi -- -C examples/multi-gateway config set --secret euOpenaiApiKey": asks,
    "npm run pulumi -- -C examples/multi-gateway config set --secret usOpenaiApiKey": asks,
    "npm run pulumi -- -C examples/multi-gateway up": { prints: /created/ },
    "npm run pulumi -- -C examples/multi-gateway destroy": { prints: /deleted/ },
  },
};

/** What the gateway has printed when it began to listen. */
function printedBy({ shell }: Place, what: string): string {
  return new RegExp(`^ +${what} +(\\S+)$`, "m").exec(shell.outputBehind)?.[1] ?? "";
}
