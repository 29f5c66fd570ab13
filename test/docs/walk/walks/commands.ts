import { expect } from "vitest";
import { exampleApplied, likeProd } from "../begun.ts";
import type { PageWalk } from "../page-walk.ts";

export const commands: PageWalk = {
  page: "docs/commands.md",
  async begin(place) {
    const { gateway } = place;
    await exampleApplied(place, "gitops");
    await likeProd(place, "staging", "gpt-4.1-mini", "gpt-4.1-nano");
    gateway.seed.metrics(3);
    gateway.seed.metrics(2, { created_at: "2026-06-01T10:00:00.000Z" });
    gateway.variants.approve = "owner";
  },
  filled: ({ gateway }) => ({
    "workspace-gateway recover": "workspace-gateway recover --yes",
    "https://gateway.example/api/v1": gateway.baseUrl,
    "--client-id …": `--client-id ${gateway.app.clientId}`,
    "--key-id …": "--key-id key-1",
  }),
  commands: {
    "npx workspace-gateway login --base-url https://gateway.example/api/v1 --client-id …": {
      // The app of the emulator has a secret.
      before: ({ gateway, earlier }) =>
        earlier(
          `export WORKSPACE_GATEWAY_CLIENT_ID=${gateway.app.clientId} WORKSPACE_GATEWAY_CLIENT_SECRET=${gateway.app.clientSecret}`,
        ),
    },
    'npx workspace-gateway key --workspace "Support assistant"': { prints: /\S{20,}/ },
    'npx workspace-gateway route gpt-4o --workspace "Support assistant" --live': {
      prints: "resolves to no model",
    },
    "npx workspace-gateway metrics delete --key-id … --end-date 2026-06-30 --dry-run": {
      after: ({ gateway }) => expect(gateway.rows("metrics")).toHaveLength(5),
    },
  },
  left: {
    "npx workspace-gateway export account --import": { page: "docs/import-export.md" },
    "npx workspace-gateway import-file Prompt tone --id … --workspace-id … --out tone.json": {
      page: "docs/import-export.md",
    },
    "npx workspace-gateway drift": { page: "docs/drift.md" },
    "npx workspace-gateway check": { page: "docs/routes.md" },
    "npx workspace-gateway review --guard --pin gateway.pin -- --stack prod": { page: "docs/review.md" },
    "npx workspace-gateway apply gateway.pin": { page: "docs/review.md" },
    "npx workspace-gateway prompts list --changed --json -- --stack prod > prompts.json": {
      page: "docs/evaluations.md",
    },
  },
};
