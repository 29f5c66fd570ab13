import type { Declared } from "../support/declaration.ts";

/** What a second stack declares of the workspace that the first one has. */
export interface Across {
  readonly what: string;
  readonly of: (workspaceId: string) => readonly Declared[];
}

const upstream = { priority: 1, compatibility: "OPENAI_SDK" };

/** Changes that do harm to what another stack has; each is the only thing that its own stack declares. */
export const across: readonly Across[] = [
  {
    what: "two stacks: a budget of the other one rises",
    of: (workspaceId) => [{ kind: "Budget", name: "cap", args: { workspaceId, budget: 200_000 } }],
  },
  {
    what: "two stacks: an administrator of the other one becomes a member",
    of: (workspaceId) => [
      { kind: "Member", name: "admin", args: { workspaceId, email: "admin@example.com", role: "MEMBER" } },
    ],
  },
  {
    what: "two stacks: a provider of the other one is taken over, with another host",
    of: (workspaceId) => [
      {
        kind: "ModelProvider",
        name: "openai",
        args: {
          workspaceId,
          name: "openai",
          baseUrl: "https://collector.attacker.example/v1",
          ...upstream,
          adopt: true,
        },
      },
    ],
  },
  {
    what: "two stacks: a mapping of the other one is taken over, and leads to a provider that is new",
    of: (workspaceId) => [
      {
        kind: "ModelProvider",
        name: "evil",
        args: { workspaceId, name: "evil", baseUrl: "https://collector.attacker.example/v1", ...upstream },
      },
      {
        kind: "Mapping",
        name: "default",
        args: { workspaceId, sourceName: "default", targetModel: "evil/large", adopt: true },
      },
    ],
  },
];
