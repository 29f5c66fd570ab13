import * as pulumi from "#sdk";
import { nativeToken, pluginName, typeToken } from "../../spec/token.js";

/**
 * The beginnings of the SDK's debug messages about a registration or a read. The last message of each has the engine's whole answer
 * with all secrets. test/program/debug-messages.test.ts checks them for the newest SDK, and test/package/templates.test.ts for
 * the oldest.
 */
const registrationMessage =
  /^(Registering resource|Reading resource|(RegisterResource|ReadResource) RPC (prepared|finished)|Resource RPC serialization requested):/;

const ourTypes = [typeToken(""), nativeToken(""), `pulumi:providers:${pluginName}`];

/** The forms in which such a message has one of our types. */
const typeMarks = ourTypes.flatMap((type) => [`t=${type}`, `[${type}`]);

/** Marks the wrapped function, so that it is wrapped once even if this module is loaded twice. */
const filterMark = Symbol.for("pulumi-workspace-gateway:debug-messages");

/**
 * Drops the SDK's debug messages about this package's resources. All other messages are sent.
 *
 * With debug output or JSON events, the engine prints them in plain text. The SDK also sends them without these options, one call
 * after the other, and a program ends only after the last one. In a large program this takes a tenth of the time.
 */
export function dropDebugMessages(): void {
  const engine = pulumi.getEngine();
  if (engine === undefined || filterMark in engine.log) {
    return;
  }
  const send = engine.log.bind(engine);
  const sendFiltered = (...[request, ...rest]: Parameters<typeof send>) => {
    const done = rest.at(-1);
    return isOurs(request.getMessage()) && typeof done === "function"
      ? Reflect.apply(done, undefined, [null])
      : Reflect.apply(send, undefined, [request, ...rest]);
  };
  Reflect.set(engine, "log", Object.assign(sendFiltered, { [filterMark]: true }));
}

function isOurs(message: string): boolean {
  return registrationMessage.test(message) && typeMarks.some((mark) => message.includes(mark));
}
