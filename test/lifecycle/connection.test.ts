import { expect, test } from "vitest";
import type { Exchange, Send } from "../../provider/client/exchange.js";
import type { Settings } from "../../provider/client/settings.js";
import { prompt } from "../../provider/kinds/prompt.js";
import { workspace } from "../../provider/kinds/workspace.js";
import { findPlace } from "../../provider/lifecycle/diff.js";
import { accountMark } from "../../provider/lifecycle/observe.js";
import { homeOf, type ResourceContext } from "../../provider/lifecycle/session.js";
import type { Kind } from "../../provider/spec/kind.js";
import { hidden, unknownValue as unknown, type Values } from "../../provider/spec/values.js";
import { reply } from "../client/support/reply.ts";
import { VirtualIo } from "../client/support/virtual-io.ts";
import { Process, TestSession } from "./support/process.ts";

const [first, here] = ["https://first.example/api/v1", "https://gateway.test/api/v1"];

/** Whose token the gateway has, the workspaces and prompts that it shows, and where the other connections lead, if anywhere. */
interface There {
  readonly account?: string;
  readonly shown?: readonly string[];
  readonly settings?: Partial<Settings>;
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

const team = { name: "Team" };
const moved = { ...team, connection: "eu" };
const account = gateway({}).process.context(workspace, {});
const atHome = { ...team, ...homeOf(account) };
const madeHere = { ...declared, ...made(here) };
const noted = { ...atHome, [hidden.account]: (await accountMark(account)) ?? null };
const another = { account: "a-2", shown: ["x-2"] };
const [whose, lists] = ["GET /user", "GET /workspaces"];

test.each<[string, Values, Values, "home" | "elsewhere", asked?: string[], there?: There]>([
  ["by the same connection an object is where it was made", { ...inEu, ...made(here) }, inEu, "home"],
  ["an unknown connection may lead anywhere", madeHere, { ...declared, connection: unknown }, "elsewhere"],
  ["another connection to the same gateway is another name", madeHere, inEu, "home"],
  ["another connection to another gateway leads there", { ...declared, ...made(first) }, inEu, "elsewhere"],
  [
    "without a mark and without the old connection the gateway tells: it is there",
    declared,
    inEu,
    "home",
    ["GET /prompts", "GET /prompts/x-1"],
    { others: undefined },
  ],
  [
    "without a mark and without the old connection the gateway tells: it is not there",
    declared,
    inEu,
    "elsewhere",
    ["GET /prompts", "GET /prompts/x-1"],
    { others: undefined, shown: ["x-2"] },
  ],
  ["an account that does not see it has none of it", noted, moved, "elsewhere", [whose, lists], another],
  ["what both accounts see is in one place", noted, moved, "home", [whose, lists], { account: "a-2" }],
  ["the account that wrote it has it", noted, moved, "home", [whose], { shown: ["x-2"] }],
  ["where nobody noted the account it stays in its place", atHome, moved, "home", [], another],
])("%s, and no other requests are sent", async (_law, before, now, is, asked = [], there = {}) => {
  const kind = before.workspaceId === undefined ? workspace : prompt;
  expect(await where(kind, before, now, there)).toEqual({ is, asked });
});

test("a connection that now points to another gateway is refused with both addresses, and no request is sent", async () => {
  const { asked, process } = gateway({});
  const found = findPlace(prompt, new Ways(process, first), "x-1", { ...inEu, ...made(first) }, inEu);
  await expect(found).rejects.toThrow(
    /was created on https:\/\/first\.example.* is now https:\/\/gateway\.test/,
  );
  await expect(found).rejects.toThrow("WORKSPACE_GATEWAY_MOVED_FROM");
  expect(asked).toEqual([]);
});

test("a gateway hash in the state of an older release is checked like an address", async () => {
  const mark = gateway({ settings: { baseUrl: first } }).process.client.mark;
  await expect(where(prompt, { ...inEu, ...made(mark) }, inEu)).rejects.toThrow(/contains only its hash/);
  const settings = { movedFrom: first };
  expect(await where(prompt, { ...inEu, ...made(mark) }, inEu, { settings })).toMatchObject({ is: "moved" });
});
