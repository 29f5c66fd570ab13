import { expect, onTestFinished, test } from "vitest";
import { kinds } from "../../provider/every-kind.js";
import { listed, lookUp } from "../../provider/lifecycle/import.js";
import { Session } from "../../provider/lifecycle/session.js";
import type { Kind } from "../../provider/spec/kind.js";
import type { Values } from "../../provider/spec/values.js";
import { VirtualIo } from "../client/support/virtual-io.ts";
import { startGateway, type Variants } from "../gateway/index.ts";

function kindNamed(name: string): Kind {
  return kinds.find((kind) => kind.name === name) ?? expect.unreachable(`no kind ${name}`);
}

/** A gateway with two workspaces, and sessions of somebody who imports from it; `eu` leads to it, too. */
async function filled(variants: Partial<Variants> = {}) {
  const gateway = await startGateway({ port: 0, db: ":memory:", variants });
  onTestFinished(() => gateway.close());
  const io = new VirtualIo();
  const own = Object.entries({ BASE_URL: gateway.baseUrl, ACCESS_TOKEN: gateway.token() });
  const env = ["WORKSPACE_GATEWAY", "WORKSPACE_GATEWAY_EU"].flatMap((start) =>
    own.map(([name, value]) => [`${start}_${name}`, value]),
  );
  const make = async (path: string, body: Record<string, unknown>): Promise<string> => {
    const { status, body: made } = await gateway.console("POST", path, body);
    expect(status).toBeLessThan(300);
    return String(Object(Object(made).data).id);
  };
  const open = (over: Record<string, string> = {}) =>
    new Session(kinds, { ...Object.fromEntries(env), ...over }, io);
  const team = await make("/workspaces", { name: "Team" });
  const other = await make("/workspaces", { name: "Other/one" });
  const upstream = { base_url: "https://upstream.example/v1", priority: 1, compatibility: "OPENAI_SDK" };
  const costs = { type: "chat", input_cost: 1, output_cost: 1, context_window: 1000 };
  const session = open();
  return {
    ...{ gateway, io, open, team, other },
    workspace: (name: string) => make("/workspaces", { name }),
    provider: (name: string, more: object = {}) =>
      make("/providers", { workspace_id: team, name, ...upstream, ...more }),
    prompt: (name: string, workspace_id = team, more: object = {}) =>
      make("/prompts", { workspace_id, name, content: "Be brief.", ...more }),
    model: (name: string, provider_id: string) =>
      make("/models", { workspace_id: team, provider_id, name, display_name: name, ...costs }),
    index: (url: string) => make("/indexes", { workspace_id: team, url }),
    find: async (kind: string, id: string, on = session) => (await lookUp(kindNamed(kind), on, id)).id,
    asked: () =>
      gateway.log
        .entries()
        .map(({ method, path }) => `${method} ${path}`)
        .filter((call) => call !== "GET /user"),
  };
}

test("an object is found by any mix of ids and names in its import id", async () => {
  const { team, provider, model, find } = await filled();
  const openai = await provider("openai");
  const gpt = await model("gpt", openai);
  const spelled = [gpt, "openai/gpt", `${openai}/gpt`];
  for (const id of spelled.flatMap((rest) => [`${team}/${rest}`, `Team/${rest}`])) {
    expect(await find("Model", id)).toBe(gpt);
  }
  expect(await find("ModelProvider", "Team/openai")).toBe(openai);
  for (const kind of ["Workspace", "Budget"]) {
    for (const id of ["Team", team]) expect(await find(kind, id)).toBe(team);
  }
});

test("a person is found by member id, user id, email or username, and a quota by name", async () => {
  const { gateway, team, find } = await filled();
  gateway.seed.member(team, "member");
  gateway.seed.quota({ name: "per/minute", max_requests: 60, period: "CALENDAR", window_minutes: 1 });
  const { id, email, username } = gateway.account("member");
  const row = gateway.rows("members").find(({ user_id }) => user_id === id);
  for (const person of [String(row?.id), id, email, username]) {
    expect(await find("Member", `Team/${person}`)).toBe(row?.id);
  }
  expect(await find("Quota", "per/minute")).toBe(gateway.rows("quotas")[0]?.id);
});

test("names with slashes and special characters are matched literally", async () => {
  const { prompt, index, find, other, gateway } = await filled();
  const odd = "line\nbreak \u001b[31mred";
  const made = new Map<string, string>();
  for (const name of ["a/b", "a%2fb", "/", "a//b/", "..", "ä ?#&+", odd, "%", "constructor"]) {
    made.set(name, await prompt(name, other));
  }
  for (const [name, id] of made) expect(await find("Prompt", `Other/one/${name}`)).toBe(id);
  const url = `${gateway.origin}/docs/`;
  const docs = await index(url);
  expect(await find("Index", `Team/${url}`)).toBe(docs);
});

test("an import by ids reads the workspaces and a list once, however many objects there are", async () => {
  const { gateway, team, provider, model, find, asked } = await filled();
  const openai = await provider("openai");
  const models = [await model("gpt", openai), await model("gpt-next", openai)];
  gateway.log.clear();
  for (const id of models) {
    expect(await find("Model", `${team}/${id}`)).toBe(id);
  }
  expect(asked()).toEqual(["GET /workspaces", "GET /models"]);
  expect(await find("Model", "Team/openai/gpt")).toBe(models[0]);
  expect(asked()).toEqual(["GET /workspaces", "GET /models", "GET /providers"]);
});

test("an import id of ids alone matches those ids, even if another object has the id as its name", async () => {
  const { team, prompt, find } = await filled();
  const tone = await prompt("tone");
  const decoy = await prompt(tone);
  expect(await find("Prompt", `${team}/${tone}`)).toBe(tone);
  expect(await find("Prompt", `${team}/${decoy}`)).toBe(decoy);
});

test("existing objects decide where a workspace's name ends, and an ambiguous import id fails with both ids", async () => {
  const { other, workspace, prompt, find } = await filled();
  const short = await workspace("Other");
  const [ruled, lone] = [await prompt("one/rules", short), await prompt("tone", other)];
  const twin = await prompt("rules", other);
  expect(await find("Prompt", "Other/one/tone")).toBe(lone);
  await expect(find("Prompt", "Other/one/rules")).rejects.toThrow(
    /^"Other\/one\/rules" matches several objects\. Import an object by its id\. Existing objects: /,
  );
  for (const id of [`${short}/${ruled} (\`one/rules\`)`, `${other}/${twin} (\`rules\`)`]) {
    await expect(find("Prompt", "Other/one/rules")).rejects.toThrow(id);
  }
});

test("a name that two objects have fails with their ids, and each is found by its id", async () => {
  const { team, provider, find } = await filled({ twins: true });
  const twins = [await provider("openai"), await provider("openai")];
  for (const id of twins) {
    expect(await find("ModelProvider", `Team/${id}`)).toBe(id);
    await expect(find("ModelProvider", "Team/openai")).rejects.toThrow(`${team}/${id} (\`openai\`)`);
  }
});

test("prompts with the same name are listed with the fields that differ", async () => {
  const { team, prompt, find } = await filled({ twins: true });
  const staged = await prompt("tone", team, { environment: "STAGING" });
  const plain = await prompt("tone", team);
  for (const told of [
    `${staged} (\`tone\`, environment "STAGING", modelId null)`,
    `${plain} (\`tone\`, environment null`,
  ]) {
    await expect(find("Prompt", "Team/tone")).rejects.toThrow(told);
  }
});

test("an import id that matches nothing fails with up to twenty existing objects and the form of the id", async () => {
  const { team, other, prompt, find } = await filled();
  const ids: string[] = [];
  for (let count = 0; count < 22; count++) {
    ids.push(await prompt(`tone ${count}`));
  }
  const said = await find("Prompt", "Team/tone 22").catch(String);
  expect(said).toMatch(/^Error: "Team\/tone 22" does not match any Prompt\. Existing objects: /);
  expect(ids.filter((id) => said.includes(`${team}/${id}`))).toHaveLength(20);
  expect(said).toContain(
    ", 2 more. The import id for Prompt is <workspace>/<id> or <workspace>/<name>, where",
  );
  await expect(find("Prompt", "Tem/tone")).rejects.toThrow(
    /"Tem\/tone" does not begin with a known workspace\. Existing objects: /,
  );
  for (const id of [`${team} (\`Team\`)`, `${other} (\`Other/one\`)`]) {
    await expect(find("Prompt", ids[0] ?? "")).rejects.toThrow(id);
  }
  await expect(find("Prompt", "Other/one/tone 1")).rejects.toThrow("Existing objects: none.");
});

test.each([
  ["Model", "<workspace>/<id> or <workspace>/<model provider>/<name>, where <workspace> is an id or a name"],
  ["Member", "<workspace>/<id>, <workspace>/<userId>, <workspace>/<email>, or <workspace>/<username>, where"],
  ["Budget", "<workspace>, where <workspace> is an id or a name"],
  ["Quota", "<id> or <name>."],
])("the error of a %s that is not found shows the form of the import id", async (kind, form) => {
  const { find } = await filled();
  await expect(find(kind, "nothing")).rejects.toThrow(`The import id for ${kind} is ${form}`);
});

test("an object of another workspace is not found, and nothing is written", async () => {
  const { gateway, team, other, prompt, find } = await filled();
  const rules = await prompt("rules", other);
  gateway.log.clear();
  await expect(find("Prompt", `${team}/${rules}`)).rejects.toThrow(
    `"${team}/${rules}" does not match any Prompt`,
  );
  await expect(find("Prompt", "Team/rules")).rejects.toThrow("does not match any Prompt");
  expect(gateway.log.entries().filter(({ method }) => method !== "GET")).toEqual([]);
});

test.each(["", ".", "..", "%2e%2e", "\u0000", "\ud800", "?", "#", "/"])(
  "nothing is found for %j, however a URL path interprets it",
  async (rest) => {
    const { gateway, team, find } = await filled();
    await expect(find("Prompt", `${team}/${rest}`)).rejects.toThrow(
      "does not match any Prompt. Existing objects: none.",
    );
    const paths = gateway.log.entries().map(({ path }) => path);
    expect(paths.filter((path) => !/^\/(workspaces|prompts|prompts\/[^/]+|user)$/.test(path))).toEqual([]);
  },
);

test("in a truncated list, an id is found, but a name is not considered unique", async () => {
  const { gateway, team, other, provider, find, open } = await filled();
  const [first, second] = [await provider("first"), await provider("second")];
  gateway.variants.cut = 1;
  for (const id of [first, second]) {
    expect(await find("ModelProvider", `${team}/${id}`, open())).toBe(id);
  }
  await expect(find("ModelProvider", "Team/first")).rejects.toThrow(
    `"Team/first" may match other objects, because the gateway truncated the list. Import an object by its id. Existing objects: ${team}/${first} `,
  );
  await expect(find("ModelProvider", `${team}/third`)).rejects.toThrow(
    "objects that the gateway does not list.",
  );
  expect(await find("Budget", other)).toBe(other);
});

test("a token that cannot list workspaces can import by ids", async () => {
  const { gateway, team, prompt, find, open } = await filled();
  const tone = await prompt("tone");
  const session = open({
    WORKSPACE_GATEWAY_ACCESS_TOKEN: gateway.token({ scopes: ["prompts:read", "profile:read"] }),
  });
  expect(await find("Prompt", `${team}/${tone}`, session)).toBe(tone);
  await expect(find("Prompt", "Team/tone", session)).rejects.toThrow("404");
});

test("an object that the token cannot read is not reported as missing, and the error names the scope", async () => {
  const { gateway, team, find, open } = await filled();
  const session = open({ WORKSPACE_GATEWAY_ACCESS_TOKEN: gateway.token({ scopes: ["workspaces:read"] }) });
  await expect(find("Prompt", `${team}/tone`, session)).rejects.toThrow("prompts:read");
  await expect(find("Quota", "burst", session)).rejects.toThrow("quotas:read");
});

test.each([
  ["Workspace", { WORKSPACE_GATEWAY_ALLOWED_ACCOUNTS: "a-2" }, "this stack may only use a-2"],
  ["Invitation", {}, "Invitation cannot be imported, because the gateway never shows"],
  ["GatewayKey", {}, "GatewayKey cannot be imported, because the gateway never shows"],
])("an import of a %s with %j is refused, and only the account is read", async (kind, env, said) => {
  const { gateway, team, find, asked, open } = await filled();
  gateway.log.clear();
  await expect(find(kind, `${team}/it`, open(env))).rejects.toThrow(said);
  expect(asked()).toEqual([]);
});

test("a warning says what happens if you declare a value that the gateway never shows, and contains no secret", async () => {
  const { io, provider, open } = await filled();
  await provider("openai", { api_key: "sk-canary" });
  const seen = await lookUp(kindNamed("ModelProvider"), open(), "Team/openai", "urn:it");
  expect(io.warnings).toEqual([
    expect.stringMatching(
      /^ModelProvider "openai": apiKey cannot be read.*`pulumi up` sends it\. Leave it out/,
    ),
  ]);
  expect(JSON.stringify([seen, io.warnings])).not.toContain("sk-canary");
  const hidden = Object.keys({ ...seen.inputs, ...seen.outputs }).filter((name) => name.startsWith("__"));
  expect(hidden.sort()).toEqual(["__account", "__gateway", "__imported", "__urn"]);
  expect(seen.inputs).not.toHaveProperty("apiKey");
});

test("names from the gateway cannot print control characters on the terminal", async () => {
  const { prompt, find } = await filled();
  await prompt("\u001b[31mred\u0007\nline");
  const said = await find("Prompt", "Team/\u001b[2Jnone").catch(String);
  expect(said).toMatch(/^[^\p{Cc}]*$/u);
  expect(said).toContain("red");
});

test("a value that no program can declare is omitted, with a warning", async () => {
  const { gateway, io, prompt, open } = await filled();
  const tone = await prompt("tone");
  gateway.db.prepare("UPDATE prompts SET environment = 'MOON' WHERE id = ?").run(tone);
  const { inputs } = await lookUp(kindNamed("Prompt"), open(), "Team/tone");
  expect(inputs).toMatchObject({ name: "tone", content: "Be brief." });
  expect(inputs).not.toHaveProperty("environment");
  expect(io.warnings).toEqual([
    'Prompt "tone": environment is not imported, because no program can declare its value.',
  ]);
});

test("a warning says which property would replace the object if it were declared", async () => {
  const { gateway, io, index, open } = await filled();
  const url = `${gateway.origin}/docs`;
  await index(url);
  await lookUp(kindNamed("Index"), open(), `Team/${url}`);
  expect(io.warnings).toEqual([
    expect.stringMatching(/maxPages cannot be read.* the Index is replaced, so omit this property\.$/),
  ]);
});

test("an object that is missing from a list read earlier is found by its id", async () => {
  const { team, prompt, find, open } = await filled();
  const session = open();
  await expect(find("Prompt", `${team}/none`, session)).rejects.toThrow("does not match any Prompt");
  const tone = await prompt("tone");
  expect(await find("Prompt", `${team}/${tone}`, session)).toBe(tone); // the list was read before
});

/** The same with two prompts in the first workspace and one in the second, and what lists it. */
async function listing(variants: Partial<Variants> = {}) {
  const { team: first, other: second, ...its } = await filled();
  const { gateway, prompt, open } = its;
  const prompts = [await prompt("a", first), await prompt("b", first), await prompt("a", second)];
  gateway.log.clear();
  Object.assign(gateway.variants, variants);
  const list = (kind: string, query: Values = {}, session = open()) =>
    listed(kindNamed(kind), session, query);
  return { ...its, first, second, prompts, list };
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

test("objects of all workspaces are listed, each with its import id and its name", async () => {
  const { first, second, prompts, list, asked } = await listing();
  expect(await all(list("Prompt"))).toEqual([
    { id: `${first}/${prompts[0]}`, name: "a" },
    { id: `${first}/${prompts[1]}`, name: "b" },
    { id: `${second}/${prompts[2]}`, name: "a" },
  ]);
  expect(asked()).toEqual(["GET /workspaces", "GET /prompts", "GET /prompts"]);
});

test("only the list of the given workspace is read, on the given connection", async () => {
  const { second, prompts, list, asked } = await listing();
  const query = { workspaceId: second, connection: "eu" };
  expect(await all(list("Prompt", query))).toEqual([{ id: `${second}/${prompts[2]}`, name: "a" }]);
  expect(asked()).toEqual(["GET /prompts"]);
  await expect(all(list("Prompt", { connection: "asia" }))).rejects.toThrow("ASIA");
});

test("a listing that stops early sends no further requests", async () => {
  const { list, asked } = await listing();
  for await (const { name } of list("Prompt")) {
    expect(name).toBe("a");
    break;
  }
  expect(asked()).toEqual(["GET /workspaces", "GET /prompts"]);
});

test("workspaces and budgets are listed by workspace, and quotas by their own id", async () => {
  const { gateway, first, second, list } = await listing();
  gateway.seed.quota({ name: "burst", max_requests: 60, period: "CALENDAR", window_minutes: 1 });
  const [one, two] = [first, second].map((id) => ({ id }));
  const workspaces = [
    { ...one, name: "Team" },
    { ...two, name: "Other/one" },
  ];
  expect(await all(list("Workspace"))).toEqual(workspaces);
  expect(await all(list("Budget"))).toEqual(workspaces);
  expect(await all(list("Budget", { workspaceId: second }))).toEqual(workspaces.slice(1));
  expect(await all(list("Quota"))).toEqual([{ id: gateway.rows("quotas")[0]?.id, name: "burst" }]);
});

test("people are listed by email, without those that cannot be managed", async () => {
  const { gateway, first, list, open } = await listing();
  gateway.seed.member(first, "member");
  gateway.seed.member(first, "admin");
  const person = (user: string) => {
    const { id, email } = gateway.account(user);
    const member = gateway.rows("members").find(({ user_id }) => user_id === id);
    return { id: `${first}/${String(member?.id)}`, name: email };
  };
  const query = { workspaceId: first };
  expect(await all(list("Member", query))).toEqual([person("member"), person("admin")]);
  const asAdmin = open({ WORKSPACE_GATEWAY_ACCESS_TOKEN: gateway.token({ user: "admin" }) });
  expect(await all(list("Member", query, asAdmin))).toEqual([person("member")]);
});

test("a truncated list ends with an error, after the objects that it shows", async () => {
  const { first, prompts, list } = await listing({ cut: 1 });
  const shown: string[] = [];
  const readAll = async () => {
    for await (const { id } of list("Prompt", { workspaceId: first })) {
      shown.push(id);
    }
  };
  await expect(readAll()).rejects.toThrow(
    "the gateway truncated the list of Prompts: it reported more objects than it returned.",
  );
  expect(shown).toEqual([`${first}/${prompts[0]}`]);
  await expect(all(list("Workspace"))).rejects.toThrow("the gateway truncated the list of Workspaces");
  await expect(all(list("Budget"))).rejects.toThrow("the gateway truncated the list");
});

test("a missing workspace or scope causes an error, not an empty list", async () => {
  const { gateway, list, open } = await listing();
  await expect(all(list("Prompt", { workspaceId: "nowhere" }))).rejects.toThrow("nowhere does not exist");
  const poor = open({ WORKSPACE_GATEWAY_ACCESS_TOKEN: gateway.token({ scopes: ["workspaces:read"] }) });
  await expect(all(list("Prompt", {}, poor))).rejects.toThrow("prompts:read");
});

test.each([
  ["GatewayKey", {}, {}, "GatewayKey cannot be imported, because the gateway never shows"],
  ["Prompt", { name: "a" }, {}, "Prompt objects cannot be listed by name."],
  ["Workspace", { workspaceId: "w" }, {}, "Workspace objects cannot be listed by workspaceId."],
  ["Prompt", {}, { WORKSPACE_GATEWAY_ALLOWED_ACCOUNTS: "a-2" }, "this stack may only use a-2"],
])("a list of %s by %j is refused before any list is read", async (kind, query, over, reason) => {
  const { list, open, asked } = await listing();
  await expect(all(list(kind, query, open(over)))).rejects.toThrow(reason);
  expect(asked()).toEqual([]);
});
