import { expect } from "vitest";
import { applied, madeUpKey, readmeProgram, stack } from "../begun.ts";
import type { PageWalk } from "../page-walk.ts";
import type { Place } from "../place.ts";

async function readmeApplied(place: Place): Promise<void> {
  await readmeProgram(place);
  await applied(place, "dev");
}

/** The app of the page, and a browser in which a person approves it. */
export const credentials: PageWalk = {
  page: "docs/credentials.md",
  async begin(place) {
    await readmeProgram(place);
    await stack(place, "dev");
    place.gateway.variants.approve = "owner";
  },
  filled: ({ gateway }) => ({
    app_123: gateway.app.clientId,
    "the-secret-of-the-app": gateway.app.clientSecret,
    "https://id.example.com/token": gateway.tokenUrl,
  }),
  commands: {
    "npx workspace-gateway login --base-url https://gateway.example.com/api/v1 --client-id app_123": {
      async before(place) {
        expect(await place.earlier("workspace-gateway whoami")).toContain("owner");
        await place.earlier("unset WORKSPACE_GATEWAY_ACCESS_TOKEN WORKSPACE_GATEWAY_TOKEN_URL");
      },
    },
    "npx workspace-gateway whoami": { prints: /login/ },
    "pulumi config set --secret workspace-gateway:accessToken": {
      input: "the-token",
      async after(place) {
        expect(await place.earlier("cat Pulumi.dev.yaml")).toMatch(/accessToken:\s+secure:/);
      },
    },
  },
};

export const configuration: PageWalk = {
  page: "docs/configuration.md",
  begin: readmeApplied,
  filled: ({ gateway }) => ({
    "https://old.example.com/api/v1": gateway.baseUrl,
    "https://new.example.com/api/v1": gateway.baseUrl.replace("127.0.0.1", "localhost"),
  }),
  commands: { "pulumi up": { prints: "2 updated" } },
};

export const secrets: PageWalk = {
  page: "docs/secrets.md",
  begin: readmeApplied,
  commands: {
    "pulumi config set --secret openaiApiKey": { input: `${madeUpKey}-too` },
    "pulumi up": { prints: "~ 1 updated" },
  },
};
