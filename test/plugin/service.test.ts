import type { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import { Status } from "@pulumi/pulumi/proto/status_pb.js";
import { expect } from "vitest";
import { packageVersion } from "../../provider/io/package-version.js";
import { siteIndex } from "../../provider/kinds/site-index.js";
import { ofSdk } from "../../provider/lifecycle/of-sdk.js";
import { structOf, valuesOf } from "../../provider/plugin/grpc.js";
import { nativeToken } from "../../provider/spec/token.js";
import { VirtualIo } from "../client/support/virtual-io.ts";
import { secretsOpened } from "../contract/support/engine/state.ts";
import { readableKinds } from "../contract/support/samples.ts";
import { test } from "../contract/support/world.ts";
import { published } from "./support/published-schema.ts";
import { answered, asked, service } from "./support/service.ts";

const { Empty }: { Empty: new () => EmptyMessage } = ofSdk("google-protobuf/google/protobuf/empty_pb.js");
type EmptyMessage = Parameters<ResourceProviderClient["cancel"]>[0];

class EndlessIo extends VirtualIo {
  onProgress = () => {};

  override sleep(): Promise<void> {
    return new Promise(() => {});
  }

  override progress(line: string): void {
    super.progress(line);
    this.onProgress();
  }
}

function leftBy(error: unknown): proto.ErrorResourceInitFailed {
  const [bytes]: unknown[] = Object(error).metadata.get("grpc-status-details-bin");
  if (!(bytes instanceof Uint8Array)) throw new Error(`no details in ${error}`);
  const [detail] = Status.deserializeBinary(bytes).getDetailsList();
  expect(detail?.getTypeName()).toBe("pulumirpc.ErrorResourceInitFailed");
  return proto.ErrorResourceInitFailed.deserializeBinary(detail?.getValue_asU8() ?? new Uint8Array());
}

test("the plugin declares no handshake features, and returns its version and schema", async () => {
  await using of = await service({});
  const hello = await answered<proto.ProviderHandshakeResponse>((done) =>
    of.client.handshake(new proto.ProviderHandshakeRequest(), done),
  );
  expect(Object.values(hello.toObject()).filter((value) => value !== false)).toEqual([]);
  const request = new proto.GetSchemaRequest();
  const { schema } = (
    await answered<proto.GetSchemaResponse>((done) => of.client.getSchema(request, done))
  ).toObject();
  expect(JSON.parse(schema)).toEqual(published);
  const info = await answered<{ getVersion(): string }>((done) => of.client.getPluginInfo(new Empty(), done));
  expect(info.getVersion()).toBe(packageVersion());
});

test("an unknown kind is refused with advice to install another version", async () => {
  await using of = await service({});
  const request = new proto.CheckRequest().setUrn("urn:pulumi:s::p::workspace-gateway:index:Tomorrow::it");
  await expect(answered((done) => of.client.check(request, done))).rejects.toThrow(
    `this plugin of pulumi-workspace-gateway ${packageVersion()} does not know the kind Tomorrow. Install the plugin version`,
  );
});

test("a cancel request ends a wait, and the created object is recorded as unfinished", async ({ at }) => {
  at.gateway.db.exec(`
    CREATE TRIGGER hold AFTER UPDATE ON indexes WHEN NEW.status <> 'INDEXING'
    BEGIN UPDATE indexes SET status = 'INDEXING' WHERE id = NEW.id; END`);
  const io = new EndlessIo();
  await using of = await service(at.env, { io, stop: () => io.cancel() });
  const inputs = await of.check(siteIndex, {}, at.full(siteIndex));
  io.onProgress = () => of.client.cancel(new Empty(), () => {});
  const error = await of.create(siteIndex, inputs).catch((reason: unknown) => reason);
  const left = leftBy(error);
  const [row] = at.gateway.rows("indexes");
  const properties = secretsOpened(valuesOf(left.getProperties()));
  expect(left.getId()).toBe(row?.id);
  expect(properties).toMatchObject({ ...at.full(siteIndex), __unfinished: true });
  expect(Object.keys(properties)).not.toContain("__urn");
  expect(left.getReasonsList()).toEqual([expect.stringContaining("when the run was canceled")]);
});

test.for(readableKinds)("$name is listed one by one, up to a limit", async ({ kind }, { at }) => {
  await at.stack.operation().up("it", kind.name, at.full(kind));
  const list = async (limit: number) => {
    await using of = await service(at.env);
    const request = new proto.ListRequest()
      .setToken(nativeToken(kind.name))
      .setQuery(structOf({}))
      .setLimit(limit);
    const found: string[] = [];
    for await (const item of of.client.list(request)) {
      found.push(proto.ListResponse.deserializeBinary(item.serializeBinary()).getResult()?.getId() ?? "");
    }
    return found;
  };
  const all = await list(0);
  const { id } = at.stack.resource("it");
  expect(all.filter((each) => each === id || each.endsWith(`/${id}`))).toHaveLength(1);
  expect(await list(1)).toEqual(all.slice(0, 1));
});

test("an error ends the list stream", async ({ at }) => {
  await using of = await service(at.env);
  const request = new proto.ListRequest()
    .setToken(nativeToken("Prompt"))
    .setQuery(structOf({ content: "x" }));
  const ending = (async () => {
    for await (const _item of of.client.list(request)) expect.unreachable();
  })();
  await expect(ending).rejects.toThrow("Prompt objects cannot be listed by content");
});

test("the first check fails if settings are missing, which ends the run", async ({ at }) => {
  await using of = await service({});
  await expect(of.check(siteIndex, {}, at.full(siteIndex))).rejects.toThrow(
    "2 UNKNOWN: the gateway is not configured: set WORKSPACE_GATEWAY_BASE_URL",
  );
  expect(asked(at)).toEqual([]);
});
