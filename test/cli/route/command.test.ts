import { expect, test } from "vitest";
import { openPerson } from "../support/person.ts";

test("where a name ends on the gateway is told, with every mapping that was asked", async () => {
  const { gateway, clicks, run } = await openPerson();
  const team = await clicks.workspace("Team");
  const gpt = await clicks.model(team, await clicks.provider(team, "openai"), "gpt");
  await clicks.mapping(team, "gpt-3", gpt.gateway_name, { priority: 1 });
  await clicks.mapping(team, "gpt-4.*", gpt.gateway_name, { priority: 2, is_pattern: true });
  const env = { WORKSPACE_GATEWAY_ACCESS_TOKEN: gateway.token() };
  const told = await run(["route", "gpt-4o", "--workspace", "Team", "--live"], env);
  expect([told.code, told.stderr]).toEqual([0, ""]);
  expect(
    told.stdout,
  ).toBe(`\`gpt-4o\` in the workspace \`Team\` resolves to \`openai/gpt\`, by the mapping \`gpt-4.*\`.
     mapping    takes                priority  says
  1  \`gpt-3\`    \`gpt-3\`                     1  takes another name
  2  \`gpt-4.*\`  \`gpt-4.*\` (pattern)         2  takes it
\`openai/gpt\`: provider \`openai\`, host \`upstream.example\`, input cost 2.5, output cost 10.
`);
});
