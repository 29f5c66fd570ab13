import { type Client, defined, type Kind, type Session } from "pulumi-workspace-gateway/tools";
import type { AccountObject } from "../../account/account-object.js";
import { withLocalDates } from "../../retirement/local-dates.js";
import { gapsOf } from "../../review/facts/caveats.js";
import { momentsOf, objectsAfter } from "../../review/facts/setups.js";
import { type GatewayOptions, sessionFor } from "../gateway.js";
import { objectsOfGateway, objectsOfStacks } from "../graph/routed-objects.js";
import { assertSecretive } from "../pin/pulumi-arguments.js";
import { assertFitPlace } from "../place-options.js";
import { readReview } from "../read-review.js";
import { stackOrFile } from "../stacks.js";
import { type Terminal, UsageError } from "../terminal.js";

export interface RetirePlace extends GatewayOptions {
  /** Whether routes are those of the gateway as it is. */
  readonly live?: true;
  /** The stack to ask, as its last `up` left it. */
  readonly stack?: string;
  /** What `pulumi preview --json` has printed. */
  readonly preview?: string;
  readonly offline?: true;
}

/** What is asked, and the gateway whose usage belongs to it. */
export interface RetiringAccount {
  readonly objects: readonly AccountObject[];
  client(): Promise<Client>;
}

/** The models with their days, and all that decides which requests end at them: as it will be, as it was left, or as it is. */
export async function retiringAccount(
  place: RetirePlace,
  pulumi: readonly string[],
  kinds: readonly Kind[],
  terminal: Terminal,
): Promise<RetiringAccount> {
  const { live, stack, preview, offline, connection } = place;
  assertOnePlace(place, pulumi);
  const client = async () => sessionFor(terminal, place, kinds).client(connection);
  if (live || stack !== undefined) {
    const declared = stack === undefined ? [] : await objectsOfStacks(stackOrFile(stack), kinds, terminal);
    const objects = live
      ? withLocalDates(await objectsOfGateway(place, kinds, terminal), declared)
      : declared;
    return { objects, client };
  }
  assertSecretive(pulumi);
  let session: (() => Promise<Session>) | undefined;
  const { plan } = await readReview({ ...defined({ file: preview }), pulumi }, terminal, {
    offline,
    besides: (planned) => new Set(Object.keys(momentsOf(planned, kinds).after.workspaces)),
    usage: async (_plan, _kinds, open) => {
      session = open;
      return undefined;
    },
  });
  const { notes = [], unread = [] } = plan.live ?? {};
  for (const sentence of [...gapsOf(plan), ...notes, ...unread]) {
    terminal.note(sentence);
  }
  return {
    objects: objectsAfter(plan, kinds),
    client: async () => (session === undefined ? client() : (await session()).client(undefined)),
  };
}

function assertOnePlace(place: RetirePlace, pulumi: readonly string[]): void {
  const { live, stack, preview } = place;
  const isPreview = live === undefined && stack === undefined;
  if (preview !== undefined && !isPreview) {
    throw new UsageError("give only one of --preview and --live or --stack");
  }
  if (pulumi.length > 0 && (preview !== undefined || !isPreview)) {
    throw new UsageError(
      "what is after `--` is for `pulumi preview`: leave it out, or --live, --stack and --preview",
    );
  }
  assertFitPlace(place, isPreview);
}
