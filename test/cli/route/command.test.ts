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

test.each([
  [["route", "--live", "--workspace", "Team"], "missing required argument 'name'"],
  [["route", "gpt", "--live"], "required option '--workspace <name>' not specified"],
  [["route", "gpt", "--workspace", "Team", "other", "--live"], "give one name"],
  [["route", "gpt", "--workspace", "Team", "--live", "--", "--stack", "dev"], "what is after `--` is for"],
  [["route", "gpt", "--workspace", "Team", "--live", "--stack", "dev"], "give only one of"],
  [["route", "gpt", "--workspace", "Team", "--live", "--offline"], "--offline is for a preview"],
  [["route", "gpt", "--workspace", "Team", "--connection", "eu"], "say which gateway --live asks"],
  [["route", "gpt", "--workspace", "Team", "--", "--show-secrets"], "--show-secrets"],
])("the command line %j is wrong, and nothing is asked", async (args, reason) => {
  const { gateway, run } = await openPerson();
  gateway.log.clear();
  const { code, stdout, stderr } = await run(args, { WORKSPACE_GATEWAY_ACCESS_TOKEN: gateway.token() });
  expect([code, stdout, gateway.log.entries()]).toEqual([2, "", []]);
  expect(stderr).toContain(reason);
});
