import * as pulumi from "#sdk";
import { nativeToken, pluginName, typeToken } from "../../spec/token.js";

/**
 * How the SDK's debug messages of a registration or a read begin. The last one of each has the whole answer of the engine as text,
 * with all secrets. test/program/debug-messages.test.ts holds them for the newest SDK, and test/package/templates.test.ts for the
 * oldest.
 */
const ofRegistration =
  /^(Registering resource|Reading resource|(RegisterResource|ReadResource) RPC (prepared|finished)|Resource RPC serialization requested):/;

const ourTypes = [typeToken(""), nativeToken(""), `pulumi:providers:${pluginName}`];

/** Where such a message names the type. */
const ours = ourTypes.flatMap((type) => [`t=${type}`, `[${type}`]);

/** Marks the function that leaves messages out, also where this module is loaded twice. */
const leavesOut = Symbol.for("pulumi-workspace-gateway:debug-messages");

/**
 * Keeps the SDK's debug messages of this package's resources from the engine, and no other message.
 *
 * The engine prints them in plain text where somebody asks for debug output or for events as JSON. The SDK also sends them when
 * nobody asks, one call after the other, and a program ends only after the last one: in a large program this takes a tenth of the time.
 */
export function keepDebugMessages(): void {
  const engine = pulumi.getEngine();
  if (engine === undefined || leavesOut in engine.log) {
    return;
  }
  const send = engine.log.bind(engine);
  const sendFew = (...[request, ...rest]: Parameters<typeof send>) => {
    const done = rest.at(-1);
    return isOurs(request.getMessage()) && typeof done === "function"
      ? Reflect.apply(done, undefined, [null])
      : Reflect.apply(send, undefined, [request, ...rest]);
  };
  Reflect.set(engine, "log", Object.assign(sendFew, { [leavesOut]: true }));
}

function isOurs(message: string): boolean {
  return ofRegistration.test(message) && ours.some((mark) => message.includes(mark));
}
