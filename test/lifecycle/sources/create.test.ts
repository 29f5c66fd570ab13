import { describe, expect, test } from "vitest";
import type { Exchange, Reply, Send } from "../../../provider/client/exchange.js";
import type { Settings } from "../../../provider/client/settings.js";
import { config } from "../../../provider/kinds/config.js";
import { mapping } from "../../../provider/kinds/mapping.js";
import { modelProvider } from "../../../provider/kinds/model-provider.js";
import { prompt } from "../../../provider/kinds/prompt.js";
import { workspace } from "../../../provider/kinds/workspace.js";
import type { Kind } from "../../../provider/spec/kind.js";
import type { Values } from "../../../provider/spec/values.js";
import { networkError, reply } from "../../client/support/reply.ts";
import { VirtualIo } from "../../client/support/virtual-io.ts";
import { FakeGateway } from "../support/fake-gateway.ts";
import { note } from "../support/note.ts";
import { declared as openai, row as openaiRow } from "../support/openai.ts";
import { Process, running, Wire } from "../support/process.ts";

const tone = { workspaceId: "w-1", name: "tone", content: "Be brief." };
const row = { workspace_id: "w-1", name: "tone", content: "Be brief." };

/** A wire on which something else becomes of each create. */
const posting =
  (answer: (exchange: Exchange) => Reply) =>
  (send: Send): Send =>
  async (exchange) =>
    exchange.method === "POST" ? answer(exchange) : send(exchange);

test("a create sends declared values under the API's names, and omits inputs such as adopt", async () => {
  const { process, writes } = running();
  await process.obtain(prompt, { ...tone, isGlobal: true, modelId: null, adopt: true, connection: "eu" });
  expect(writes()[0]?.body).toEqual({ ...row, is_global: true, model_id: null });
});

test("creates in one collection share a single list request", async () => {
  const { gateway, process } = running();
  await Promise.all(["a", "b", "c"].map((name) => process.obtain(prompt, { ...tone, name })));
  expect(gateway.requests.filter(({ method }) => method === "GET")).toHaveLength(1);
});

test("an object with the same name in another workspace is not a conflict", async () => {
  const { process } = running({ rows: { prompts: [{ ...row, workspace_id: "w-2" }] } });
  expect(await process.obtain(prompt, tone)).toMatchObject({ id: "prompts-2" });
});

test("a conflict that appears only at the POST fails with the id of the existing object", async () => {
  const { gateway, process } = running();
  await process.obtain(prompt, { ...tone, name: "other" });
  const { id } = gateway.put("prompts", row);
  await expect(process.obtain(prompt, tone)).rejects.toThrow(`already exists, with id ${id}`);
});

test("the error of a refused create hides the secrets in its body", async () => {
  const { process } = running({ wire: posting(({ body }) => reply(400, { received: body })) });
  const shown = await process.obtain(modelProvider, { ...openai, apiKey: 'sk-"quoted"-1' }).catch(String);
  expect(shown).toContain("[secret]");
  expect(shown).not.toContain("quoted");
});

describe("a POST without a response", () => {
  type Its = ReturnType<typeof running>;

  /** A run whose POST gets no answer, while this happens. */
  function losing(happens: (its: Its) => void, uniqueNames = true): Its {
    const lose = (exchange: Exchange): never => {
      happens(its);
      throw networkError(exchange, "unknown");
    };
    const its: Its = running({ uniqueNames, wire: posting(lose) });
    return its;
  }

  test("takes no object that was created before the call", async () => {
    const { io, gateway, process } = losing(() => undefined);
    const { id } = await new Process(gateway.send, io).obtain(workspace, { name: "team" });
    process.registry.recordCreate("/workspaces ", id); // so that nobody has looked for rivals
    gateway.put("prompts", { ...row, workspace_id: id });
    await io.sleep(60_000);
    await expect(process.obtain(prompt, { ...tone, workspaceId: id })).rejects.toThrow(
      "may have been created",
    );
  });

  test.each<[string, (its: Its) => void]>([
    ["takes the one object that appeared since", ({ gateway }) => gateway.put("prompts", row)],
    ["waits for a late list", ({ io, gateway }) => io.sleep(999).then(() => gateway.put("prompts", row))],
  ])("%s", async (_law, happens) => {
    expect(await losing(happens).process.obtain(prompt, tone)).toMatchObject({ id: "prompts-1" });
  });

  test.each<[string, (its: Its) => void, string]>([
    [
      "takes none of several, and names them",
      ({ gateway }) => [1, 2].map(() => gateway.put("prompts", row)),
      "prompts-1, prompts-2",
    ],
    [
      "takes nothing that this run has to do with already",
      ({ gateway, process }) => {
        const { collection } = process.context(prompt, tone);
        process.registry.touch(collection, String(gateway.put("prompts", row).id));
      },
      "may have been created",
    ],
  ])("%s", async (_law, happens, said) => {
    await expect(losing(happens, false).process.obtain(prompt, tone)).rejects.toThrow(said);
  });

  test("fails without waiting if the kind has no list", async () => {
    const { io, gateway, process } = running();
    gateway.faults = ["reset after"];
    const { list: _list, ...endpoints } = prompt.endpoints;
    const began = io.now();
    await expect(process.obtain({ ...prompt, endpoints }, tone)).rejects.toThrow("none was recorded");
    expect(gateway.requests.map(({ method }) => method)).toEqual(["POST"]);
    expect(io.now() - began).toBe(10); // what the POST took
  });

  test.each([reply(200, []), reply(403, "no")])(
    "suggests `recover --since` with the start time if it is unknown whether the object exists",
    async (list) => {
      const io = new VirtualIo();
      await io.sleep(12_345);
      const process = new Process(new Wire({ "POST /prompts": reply(202), "GET /prompts": list }).send, io);
      process.registry.recordCreate("/workspaces ", "w-1"); // then nothing is read before the create
      await expect(process.obtain(prompt, tone)).rejects.toThrow(
        /Run `pulumi up` again\. .*first run `npx workspace-gateway recover --since 2026-01-01T00:00:12Z`\.$/,
      );
    },
  );

  test.each([-10, -1, 1, 10])(
    "finds its object by the server's clock without an earlier response, with ours %i hours ahead",
    async (hours) => {
      const gateway = new FakeGateway(new VirtualIo(), { uniqueNames: false });
      gateway.put("prompts", { workspace_id: "w-1", name: "tone", created_at: "2025-12-31T23:30:00Z" });
      const run = () => {
        const io = new VirtualIo();
        const now = () => VirtualIo.prototype.now.call(io) + hours * 3_600_000;
        const process = new Process(gateway.send, Object.assign(io, { now }));
        process.registry.recordCreate("/workspaces ", "w-1"); // then nothing is read before the create
        return process.obtain(prompt, tone);
      };
      gateway.faults = ["reset before"];
      await expect(run()).rejects.toThrow("none was recorded");
      gateway.faults = ["reset after"];
      expect(await run()).toMatchObject({ id: "prompts-2" });
      expect(gateway.requests.map(({ method }) => method).join(" ")).toMatch(/^POST GET .*POST GET$/);
    },
  );
});

test.each<[string | undefined, string?]>([
  ["/mappings/m-1", "m-1"],
  ["https://gateway.test/api/v1/mappings/m-1", "m-1"],
  ["/api/v1/mappings/m-1//?view=full#top", "m-1"],
  ["/mappings/a%2Fb", "a/b"],
  ["mappings/m-1", "m-1"],
  ...[undefined, "", "/mappings/", "m-1", "/models/m-1", "/mappings/m-1/state"].map(
    (location): [string | undefined] => [location],
  ),
  ["/mappings/%E0%A4%A"],
])(
  "the Location %s of a response without an object gives the id if it is in the collection: %s",
  async (location, id) => {
    const wire = new Wire({
      "GET /mappings": reply(200, { data: [], total: 0 }),
      "POST /mappings": reply(201, undefined, location === undefined ? {} : { location }),
    });
    const inputs = { workspaceId: "w-1", sourceName: "gpt", targetModel: "gpt-4.1" };
    const made = new Process(wire.send, new VirtualIo()).obtain(mapping, inputs);
    if (id !== undefined) expect(await made).toMatchObject({ id });
    else
      await expect(made).rejects.toThrow(
        /accepted the create request, but did not return an id.*none was recorded/,
      );
  },
);

function withProvider(settings: Partial<Settings> = {}, live: object = {}) {
  return running({ settings, rows: { providers: [{ ...openaiRow, ...live }] } });
}

describe.each<[string, Partial<Settings>, object]>([
  ["the resource asks for it", {}, { adopt: true }],
  ["the stack always allows it", { adopt: "always" }, {}],
])("if %s", (_who, settings, asked) => {
  test.each<[string, object, Values, object[]]>([
    ["an identical object is taken over without a write", {}, {}, []],
    ["a different object is brought in line, by what differs alone", { priority: 7 }, {}, [{ priority: 1 }]],
    ["a write-only value is sent, as it may differ", {}, { apiKey: "sk-1" }, [{ api_key: "sk-1" }]],
  ])("%s", async (_law, live, more, sent) => {
    const { gateway, process, writes } = withProvider(settings, live);
    const obtained = await process.obtain(modelProvider, { ...openai, ...asked, ...more });
    expect(obtained.id).toBe("providers-1");
    expect(writes().map(({ method, body }) => ({ method, body }))).toEqual(
      sent.map((body) => ({ method: "PATCH", body: { workspace_id: "w-1", ...body } })),
    );
    expect(gateway.rows("providers")).toMatchObject([{ ...openaiRow, ...sent[0], id: "providers-1" }]);
  });

  test("only one resource of the program takes over an object", async () => {
    const { process } = withProvider(settings);
    const both = [1, 2].map(() => process.obtain(modelProvider, { ...openai, ...asked }));
    const results = await Promise.allSettled(both);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });
});

describe("if the stack allows taking over identical objects", () => {
  const settings = { adopt: "identical" } as const;

  test("an object that matches all declared values is taken over", async () => {
    const { process, writes } = withProvider(settings, { model_options: ["more"] });
    expect(await process.obtain(modelProvider, openai)).toMatchObject({ id: "providers-1" });
    expect(writes()).toEqual([]);
  });

  test("a declared value that the gateway never shows is sent with a warning, not compared", async () => {
    const { process, writes, io } = withProvider(settings);
    await process.obtain(modelProvider, { ...openai, apiKey: "sk-1" });
    expect(writes()).toMatchObject([{ method: "PATCH", body: { api_key: "sk-1" } }]);
    const said = io.warnings.join("\n");
    expect(said).toMatch(/never shows apiKey.*sent/);
    expect(said).toMatch(/id providers-1 and was taken over\. Destroying the resource deletes the object/);
  });
});

/** A gateway whose lists of providers are cut from the second or, with 0, the first on. */
const cutting =
  (after: number) =>
  (send: Send): Send => {
    let lists = 0;
    return async (exchange) =>
      exchange.method === "GET" && exchange.path.endsWith("/providers")
        ? reply(200, { data: [], total: lists++ < after ? 0 : 500 })
        : send(exchange);
  };

/** The state of the registry that an object of another resource, or one that is to be replaced, has. */
const claimed = ({ process }: ReturnType<typeof running>, kind: Kind, values: Values, id: string) =>
  void process.registry.take(process.context(kind, values).collection, id, "claimed");
const leaving = ({ process }: ReturnType<typeof running>, kind: Kind, values: Values, id: string) => {
  process.registry.at(process.context(kind, values).collection, id).leaving = true;
};
const standard = { workspaceId: "w-1", name: "c" };
const always = { adopt: "always" } as const;

test.each<[string, Kind, Values, Parameters<typeof running>[0], typeof leaving | undefined, RegExp]>([
  [
    "while a cut list may hide an object of the same name",
    modelProvider,
    openai,
    { wire: cutting(0) },
    undefined,
    /was not created: the gateway truncated the list of objects of this kind after 0 rows, so the object may already exist\. Run `pulumi up` again\. .*create the object in the console and import it with `npx workspace-gateway import-file ModelProvider/,
  ],
  [
    "where another resource has the object, though the stack allows to take over any",
    modelProvider,
    openai,
    { settings: always, rows: { providers: [openaiRow] } },
    claimed,
    /\(id providers-1\) belongs to another resource in the program, and one object cannot belong to two resources\. Remove one of the two from the program \(the other keeps the object\), or make them differ in workspaceId or name\.$/,
  ],
  [
    "where an object that is to be replaced still has the name",
    modelProvider,
    openai,
    { rows: { providers: [openaiRow] } },
    leaving,
    /cannot be created: an object that will be replaced \(id providers-1\) still has its name\. Nothing was changed\. What you can do:\n- If this is its replacement, set the resource option `deleteBeforeReplace: true`\.\n- If another resource gives up the name, rename that resource first, in a separate `pulumi up`\.\n- .*\n- If `retainOnDelete` keeps the object, .* delete it in the console\.$/,
  ],
  [
    "where an object that is to be replaced cannot be changed in place",
    config,
    { ...standard, description: "new" },
    { settings: always, rows: { configs: [{ workspace_id: "w-1", name: "c", description: "old" }] } },
    leaving,
    /still has its name\. [\s\S]*first give one of the two a temporary name/,
  ],
  [
    "where an object differs in what cannot be changed in place",
    note,
    { workspaceId: "w-1", name: "n", text: "ours" },
    { settings: always, rows: { notes: [{ workspace_id: "w-1", name: "n", text: "theirs" }] } },
    undefined,
    /notes-1.*text/,
  ],
  [
    "where an object differs, and only identical ones may be taken over",
    modelProvider,
    { ...openai, priority: 2, compatibility: "CEREBRAS" },
    { settings: { adopt: "identical" }, rows: { providers: [openaiRow] } },
    undefined,
    /providers-1, but differs from the declaration in priority, compatibility\./,
  ],
])("nothing is written %s, and the error has remedies", async (_where, kind, values, how, before, said) => {
  const its = running(how);
  const [collection = "none"] = Object.keys(how?.rows ?? {});
  before?.(its, kind, values, `${collection}-1`);
  await expect(its.process.obtain(kind, values)).rejects.toThrow(said);
  expect(its.writes()).toEqual([]);
});

test("a create-first replacement that the old object blocks also suggests another order", async () => {
  const its = running({ rows: { configs: [{ workspace_id: "w-1", name: "c" }] } });
  leaving(its, config, standard, "configs-1");
  await expect(its.process.obtain(config, { ...standard, replaceOrder: "createFirst" })).rejects.toThrow(
    /still has its name\. .*\n.*`deleteBeforeReplace: true`, and omit `replaceOrder`\.\n- If another/,
  );
});

test.each([
  ["a cut list", 1, "so the existing object could not be identified. Look for it in the console."],
  ["a list of all", Number.POSITIVE_INFINITY, "name is taken"],
])("a 409 for a name is reported if %s does not show the object that has it", async (_what, after, said) => {
  const taken = posting(() => reply(409, { message: "name is taken" }));
  const { process, writes } = running({ wire: (send) => taken(cutting(after)(send)), settings: always });
  const error = await process.obtain(modelProvider, openai).catch(String);
  expect(error).toContain("returned 409: name is taken.");
  expect(error).toContain(said);
  expect(writes()).toEqual([]);
});

test("an object that this run created is never taken over by another resource", async () => {
  const { process } = running({ settings: always });
  await process.obtain(modelProvider, openai);
  await expect(process.obtain(modelProvider, openai)).rejects.toThrow("belongs to another resource");
});
