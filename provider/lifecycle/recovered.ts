import { isTidied } from "../spec/compare.js";
import type { Kind } from "../spec/kind.js";
import type { Values } from "../spec/values.js";
import type { JsonObject } from "../text/json.js";
import { partsOfNew } from "./calls/create-resource.js";
import { waitMark } from "./hooks/wait.js";
import { accountMark } from "./objects/account.js";
import { singly } from "./objects/observe.js";
import type { Target } from "./operation/target.js";
import { echoedFields, lacksFields, valueIn, writtenAgain } from "./state/row.js";
import { inputsOf, makeState } from "./state/state.js";

/**
 * What a create would have stored of an object that it has made, if somebody had lived to store it. Writes nothing.
 *
 * What the object has otherwise than these inputs say is stored as it is: somebody has changed it meanwhile, and the next
 * `up` sees a difference and changes it back. `unread` are the inputs whose values are not known here: what the gateway
 * shows of them is stored, and the next `up` sends the others.
 */
export async function recovered(
  target: Target,
  id: string,
  shown: JsonObject,
  inputs: Values,
  unread: readonly string[] = [],
): Promise<Values> {
  const { kind } = target;
  const asked = inputsOf(kind, inputs);
  const row = lacksFields(kind, shown, asked) ? { ...shown, ...(await singly(target, id)) } : shown;
  const { declared, sent } = asItIs(kind, asked, row, unread);
  const parts = partsOfNew(target, declared, await accountMark(target));
  const mark = waitMark(kind, row, declared);
  const state = makeState(kind, { ...parts, sent, row });
  return mark === undefined ? state : { ...state, [mark]: true };
}

/**
 * The inputs as the object has them, and the names of those that it has as they were sent. A write-only value may be
 * another one as soon as somebody has written the object: it is left out then, so that it is sent again.
 */
function asItIs(
  kind: Kind,
  asked: Values,
  row: JsonObject,
  unread: readonly string[],
): { declared: Values; sent: ReadonlySet<string> } {
  const declared = { ...asked };
  const sent = new Set<string>();
  for (const field of echoedFields(kind)) {
    const { name } = field;
    const live = valueIn(field, row);
    const wanted = asked[name];
    // What only one object can have was lost to another one: that is reported by a refresh, and not repaired.
    const isLost = field.exclusive !== undefined && wanted === true;
    const isKept = live === undefined || (wanted !== undefined && isTidied(field, wanted, live));
    if (wanted !== undefined && isKept) {
      sent.add(name);
    } else if (live !== undefined && (wanted === undefined ? unread.includes(name) : !isLost)) {
      declared[name] = live;
    }
  }
  for (const { name } of [...kind.fields.values()].filter(({ writeOnly }) => writeOnly)) {
    if (writtenAgain(kind, row)) {
      delete declared[name];
    }
  }
  return { declared, sent };
}
