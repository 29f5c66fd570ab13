import { expect } from "vitest";
import { append, exampleApplied } from "../begun.ts";
import type { PageWalk } from "../page-walk.ts";
import type { Place } from "../place.ts";

export const native: PageWalk = {
  page: "docs/native.md",
  async begin(place) {
    await exampleApplied(place, "tested");
    await append(place, "Pulumi.yaml", place.printed("yaml"));
    place.gateway.log.clear();
  },
  // The language host that the tests build writes no program.
  filled: () => ({ "pulumi import ": "pulumi import --generate-code=false " }),
  commands: {
    "pulumi up": { prints: "9 unchanged", after: nothingAsked },
    "pulumi up (2)": { after: nothingAsked },
    "pulumi import workspace-gateway:index:Workspace team <id>": {
      before: (place) => emptyStack(place, "imported"),
      filled: ({ gateway }) => ({ "<id>": String(gateway.rows("workspaces")[0]?.id) }),
    },
    "pulumi import workspace-gateway:index:Model gpt <workspace id>/<id>": {
      filled({ gateway }) {
        const [workspace] = gateway.rows("workspaces");
        const [model] = gateway.rows("models");
        return { "<workspace id>/<id>": `${workspace?.id}/${model?.id}` };
      },
    },
    'pulumi import workspace-gateway:index:Model gpt "Support assistant/openai/gpt-4.1"': {
      // The same model as above, so that a stack has it by one of the two.
      before: (place) => emptyStack(place, "by-name"),
      after: async (place) =>
        expect(await place.earlier("pulumi stack export")).toContain('"name": "gpt-4.1"'),
    },
  },
};

async function emptyStack(place: Place, name: string): Promise<void> {
  await place.earlier(`pulumi stack init ${name}; pulumi config set workspace-gateway:native true`);
}

function nothingAsked({ gateway }: Place): void {
  expect(gateway.log.entries()).toEqual([]);
}
