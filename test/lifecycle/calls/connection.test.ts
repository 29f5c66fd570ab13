import { expect, test } from "vitest";
import type { Exchange, Send } from "../../../provider/client/exchange.js";
import type { Settings } from "../../../provider/client/settings.js";
import { prompt } from "../../../provider/kinds/prompt.js";
import { workspace } from "../../../provider/kinds/workspace.js";
import { findPlace } from "../../../provider/lifecycle/diff.js";
import { accountMark } from "../../../provider/lifecycle/observe.js";
import { homeOf, type ResourceContext } from "../../../provider/lifecycle/session.js";
import type { Kind } from "../../../provider/spec/kind.js";
import { hidden, type Values } from "../../../provider/spec/values.js";
import { reply } from "../../client/support/reply.ts";
import { VirtualIo } from "../../client/support/virtual-io.ts";
import { Process, TestSession } from "../support/process.ts";

/** The form in which a preview passes what is not known yet. */
const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const [first, here] = ["https://first.example/api/v1", "https://gateway.test/api/v1"];

interface There {
  /** Whose token it has. */
  readonly account?: string;
  /** Which workspaces and prompts it shows. */
  readonly shown?: readonly string[];
  readonly settings?: Partial<Settings>;
  /** What the other connections lead to; undefined if they are not set. */
  readonly others?: string | undefined;
}

/** The connection `eu` leads to this gateway, all others to another one. */
class Ways extends TestSession {
  private readonly others: Process;

  constructor(
    process: Process,
    private readonly address: string | undefined,
  ) {
    super(process);
    this.others = new Process(async () => reply(500), new VirtualIo(), { baseUrl: address ?? here });
  }

  override context(kind: Kind, values: Values): ResourceContext {
    return values.connection === "eu" ? super.context(kind, values) : this.others.context(kind, values);
  }

  override gatewayOf(values: Values): string | undefined {
    const isSet = values.connection === "eu" || this.address !== undefined;
    return isSet ? this.context(workspace, values).client.mark : undefined;
  }
}

function gateway({ account = "a-1", shown = ["x-1"], settings = {} }: There) {
  const asked: string[] = [];
  const wire: Send = async ({ method, path }: Exchange) => {
    asked.push(`${method} ${path}`);
    const rows = shown.map((id) => ({ id, name: id }));
    if (path === "/user") {
      return reply(200, { data: { id: account } });
    }
    return /^\/(workspaces|prompts)$/.test(path)
      ? reply(200, { data: path === "/workspaces" ? [...rows, { id: "w-1" }] : rows, total: rows.length })
      : reply(404);
  };
  return { asked, process: new Process(wire, new VirtualIo(), settings) };
}

async function where(kind: Kind, before: Values, now: Values, there: There = {}) {
  const { asked, process } = gateway(there);
  const session = new Ways(process, "others" in there ? there.others : first);
  return { is: await findPlace(kind, session, "x-1", before, now), asked };
}

const declared = { workspaceId: "w-1", name: "tone", content: "x" };
const inEu = { ...declared, connection: "eu" };
const made = (baseUrl: string) => ({ [hidden.gateway]: baseUrl });

test.each<[string, Values, Values, "home" | "elsewhere"]>([
  ["by the same connection an object is where it was made", { ...inEu, ...made(here) }, inEu, "home"],
  [
    "a connection that is not known yet may lead anywhere",
    { ...declared, ...made(here) },
    { ...declared, connection: unknown },
    "elsewhere",
  ],
  ["another connection to the same gateway is another name", { ...declared, ...made(here) }, inEu, "home"],
  [
    "another connection to another gateway leads elsewhere",
    { ...declared, ...made(first) },
    inEu,
    "elsewhere",
  ],
])("%s, and nobody is asked", async (_law, before, now, is) => {
  expect(await where(prompt, before, now)).toEqual({ is, asked: [] });
});

test("a connection that leads to another gateway now is refused with both addresses, and nobody is asked", async () => {
  const { asked, process } = gateway({});
  const found = findPlace(prompt, new Ways(process, first), "x-1", { ...inEu, ...made(first) }, inEu);
  await expect(found).rejects.toThrow(/was made on https:\/\/first\.example.* is https:\/\/gateway\.test/);
  await expect(found).rejects.toThrow("WORKSPACE_GATEWAY_MOVED_FROM");
  expect(asked).toEqual([]);
});

test("a state of an older release has only a mark of its gateway, which says the same", async () => {
  const mark = gateway({ settings: { baseUrl: first } }).process.client.mark;
  await expect(where(prompt, { ...inEu, ...made(mark) }, inEu)).rejects.toThrow(/has only a mark/);
  const settings = { movedFrom: first };
  expect(await where(prompt, { ...inEu, ...made(mark) }, inEu, { settings })).toMatchObject({ is: "moved" });
});

test.each(["eu", "west"])(
  "where the gateway is said to have moved, by the connection %s before, the object must be there",
  async (connection) => {
    const before = { ...declared, connection, ...made(first) };
    const settings = { movedFrom: first };
    expect((await where(prompt, before, inEu, { settings })).is).toBe("moved");
    await expect(where(prompt, before, inEu, { settings, shown: [] })).rejects.toThrow(
      /\(id x-1\) was made on https:\/\/first.* and is not on https:\/\/gateway\.test/,
    );
  },
);

test("where the connection of before does not lead to the object's gateway any more, nothing is made anew", async () => {
  const before = { ...declared, ...made(first) };
  await expect(where(prompt, before, inEu, { others: "https://third.example/api/v1" })).rejects.toThrow(
    "https://third.example/api/v1 now",
  );
});

test.each([
  ["is there", ["x-1"], "home"],
  ["is not there", ["x-2"], "elsewhere"],
])(
  "without a mark and without the old connection the gateway tells: the object %s",
  async (_where, shown, is) => {
    const told = await where(prompt, declared, inEu, { shown, others: undefined });
    expect(told.is).toBe(is);
    expect(told.asked).toContain("GET /prompts");
  },
);

const team = { name: "Team" };
const moved = { ...team, connection: "eu" };
const marks = async () => {
  const context = gateway({}).process.context(workspace, {});
  return { ...homeOf(context), [hidden.account]: (await accountMark(context)) ?? null };
};

const other = { account: "a-2", shown: ["x-2"] };
const [whose, lists] = ["GET /user", "GET /workspaces"];

test.each<[string, There, "home" | "elsewhere", asked: string[], noted?: boolean]>([
  ["is elsewhere for another one that does not see it", other, "elsewhere", [whose, lists]],
  ["is in one place if both accounts see it", { account: "a-2" }, "home", [whose, lists]],
  ["is where the account that wrote it has it, and no list is read", { shown: ["x-2"] }, "home", [whose]],
  ["stays in its place where nobody noted the account, and nobody is asked", other, "home", [], false],
])("what belongs to an account %s", async (_where, there, is, asked, noted = true) => {
  const { [hidden.account]: writer, ...mark } = await marks();
  const before = { ...team, ...mark, ...(noted ? { [hidden.account]: writer } : {}) };
  expect(await where(workspace, before, moved, there)).toEqual({ is, asked });
});
