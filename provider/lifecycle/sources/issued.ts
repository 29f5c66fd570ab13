import { randomUUID } from "node:crypto";
import { idOf, itemOf } from "../../client/answers.js";
import { hasStatus, RequestError } from "../../client/http/errors.js";
import type { Issued } from "../../spec/source.js";
import type { Values } from "../../spec/values.js";
import { defined } from "../../text/defined.js";
import { assertAccountAllowed } from "../objects/account.js";
import { hintAtParent } from "../objects/observe.js";
import type { Target } from "../operation/target.js";
import { bodyOf } from "../state/row.js";
import { answered, type Obtained, type Verbs } from "./verbs.js";

export function issuedVerbs({ afterRelease }: Issued): Verbs {
  return {
    obtain: issue,
    change: async () => undefined,
    release: async (target) => target.warn(`${target.label}: ${afterRelease}.`),
  };
}

async function issue(target: Target, declared: Values): Promise<Obtained> {
  const { kind, client } = target;
  await assertAccountAllowed(target);
  try {
    const { reply, problem } = await answered(
      client.send(target.write("POST", kind.endpoints.create ?? "", bodyOf(kind, declared))),
    );
    const row = (reply === undefined ? undefined : itemOf(reply)) ?? {};
    const missingSecret = [...kind.outputFields.values()].find(
      (field) => field.secret && row[field.readFrom] === undefined,
    );
    if (reply === undefined) {
      throw problem;
    }
    if (missingSecret !== undefined) {
      throw new Error(
        `${target.label}: the gateway answered without ${missingSecret.readFrom}, ` +
          "so what it made cannot be used.",
      );
    }
    return { id: idOf(row) ?? randomUUID(), row, ...defined({ problem }) };
  } catch (error) {
    if (hasStatus(error, 404)) {
      throw new Error(`${error.message}${await hintAtParent(target)}`, { cause: error });
    }
    if (error instanceof RequestError && error.outcome === "unknown") {
      const advice =
        "It is not known whether the gateway made it, and it cannot be looked up: " +
        `the next \`pulumi up\` makes another ${kind.name}.`;
      throw new Error(`${error.message} ${advice}`, { cause: error });
    }
    throw error;
  }
}
