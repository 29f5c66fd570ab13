import { createRequire } from "node:module";
import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import { kinds } from "../../../provider/every-kind.js";
import type { Io } from "../../../provider/io/io.js";
import { Session } from "../../../provider/lifecycle/session.js";
import { structOf, valuesOf } from "../../../provider/plugin/grpc.js";
import { repliesOf } from "../../../provider/plugin/replies.js";
import { serve } from "../../../provider/plugin/service.js";
import type { Kind } from "../../../provider/spec/kind.js";
import { nativeToken } from "../../../provider/spec/token.js";
import type { Values } from "../../../provider/spec/values.js";
import { VirtualIo } from "../../client/support/virtual-io.ts";
import { secretsOpened } from "../../contract/support/engine/state.ts";
import type { World } from "../../contract/support/world.ts";

/** A resource as the engine has it: its secrets are plain. */
export interface Kept {
  readonly id: string;
  readonly inputs: Values;
  readonly outputs: Values;
}

type Client = import("@pulumi/pulumi/proto/provider_grpc_pb.js").ResourceProviderClient;
type Callback<A> = (error: Error | null, answer: A) => void;

/** The plugin's real service, over gRPC, for one operation. What it answers is as it lay on the wire: secrets are sealed. */
export class Service implements AsyncDisposable {
  constructor(
    readonly session: Session,
    readonly client: Client,
    private readonly end: () => void,
  ) {}

  urn(kind: Kind): string {
    return `urn:pulumi:laws::plugin::${nativeToken(kind.name)}::it`;
  }

  async sealedCheck(kind: Kind, olds: Values, news: Values): Promise<Values> {
    const request = new proto.CheckRequest().setOlds(structOf(olds)).setNews(structOf(news));
    const answer = await answered<proto.CheckResponse>((done) =>
      this.client.check(request.setUrn(this.urn(kind)), done),
    );
    const [failure] = answer.getFailuresList();
    if (failure !== undefined) throw new Error(failure.getReason());
    return valuesOf(answer.getInputs());
  }

  async check(kind: Kind, olds: Values, news: Values): Promise<Values> {
    return secretsOpened(await this.sealedCheck(kind, olds, news));
  }

  diff(kind: Kind, { id, outputs }: Omit<Kept, "inputs">, news: Values): Promise<proto.DiffResponse> {
    const request = new proto.DiffRequest().setUrn(this.urn(kind)).setId(id);
    request.setOlds(structOf(outputs)).setNews(structOf(news));
    return answered((done) => this.client.diff(request, done));
  }

  async create(kind: Kind, inputs: Values, preview = false): Promise<{ id: string; outputs: Values }> {
    const request = new proto.CreateRequest().setUrn(this.urn(kind)).setPreview(preview);
    const answer = await answered<proto.CreateResponse>((done) =>
      this.client.create(request.setProperties(structOf(inputs)), done),
    );
    return { id: answer.getId(), outputs: valuesOf(answer.getProperties()) };
  }

  async update(kind: Kind, { id, inputs, outputs }: Kept, news: Values, preview = false): Promise<Values> {
    const request = new proto.UpdateRequest().setUrn(this.urn(kind)).setId(id).setPreview(preview);
    request.setOldInputs(structOf(inputs)).setOlds(structOf(outputs)).setNews(structOf(news));
    const answer = await answered<proto.UpdateResponse>((done) => this.client.update(request, done));
    return valuesOf(answer.getProperties());
  }

  async read(kind: Kind, id: string, inputs: Values, outputs?: Values): Promise<Kept> {
    const request = new proto.ReadRequest().setUrn(this.urn(kind)).setId(id).setInputs(structOf(inputs));
    if (outputs !== undefined) request.setProperties(structOf(outputs));
    const answer = await answered<proto.ReadResponse>((done) => this.client.read(request, done));
    const [given, props] = [answer.getInputs(), answer.getProperties()].map(valuesOf);
    return { id: answer.getId(), inputs: given ?? {}, outputs: props ?? {} };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.client.close();
    this.end();
  }
}

/** `stop`: what a request of the engine to stop does. */
export async function service(
  env: Record<string, string>,
  { io = new VirtualIo(), stop = () => {} }: { io?: Io; stop?: () => void } = {},
): Promise<Service> {
  const session = new Session(kinds, env, io);
  const { port, close } = await serve(repliesOf(session, stop));
  const require = createRequire(import.meta.url);
  const { ResourceProviderClient }: typeof import("@pulumi/pulumi/proto/provider_grpc_pb.js") =
    require("@pulumi/pulumi/proto/provider_grpc_pb.js");
  const grpc: { credentials: { createInsecure(): ConstructorParameters<typeof ResourceProviderClient>[1] } } =
    createRequire(require.resolve("@pulumi/pulumi"))("@grpc/grpc-js");
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
  return new Service(session, client, close);
}

export function answered<A>(call: (done: Callback<A>) => unknown): Promise<A> {
  return new Promise((resolve, reject) => {
    call((error, answer) => (error === null ? resolve(answer) : reject(error)));
  });
}

export function asked({ gateway }: World): string[] {
  return gateway.log.entries().map(({ method, path }) => `${method} ${path}`);
}
