import {
  accountMark,
  defined,
  holdsKinds,
  howMany,
  isOf,
  isReadable,
  type Kind,
  messageOf,
  nounOf,
  plural,
  priorGateway,
  type Session,
  SettingsError,
} from "pulumi-workspace-gateway/tools";
import { listed } from "../../../account/gateway-objects.js";
import { holdersIn, viewAccount } from "../../../live/account-view.js";
import { isChange } from "../operations.js";
import type { Plan, Step } from "../plan.js";
import { overwriting } from "./taken-over.js";
import { type Touched, touchedBy } from "./touched.js";
import { type LiveView, withLive } from "./with-live.js";

/**
 * Reads what nobody declares where a plan changes something: the list of workspaces, and one list for each kind in each
 * workspace that it touches. What cannot be read is told, and nothing is guessed.
 *
 * @param sessionOf - what the gateway is read with; it is only asked for if there is anything to read. Undefined: it shall not be
 * read
 * @param besides - the ids of workspaces to read even if nothing changes in them
 */
export async function readLive(
  plan: Plan,
  kinds: readonly Kind[],
  sessionOf: (() => Promise<Session>) | undefined,
  besides?: ReadonlySet<string>,
): Promise<Plan> {
  const touched = touchedBy(plan, kinds, besides);
  if (touched.length === 0) {
    return plan;
  }
  if (sessionOf === undefined) {
    return withLive(plan, kinds, [], {
      notes: [`${notInReview}: \`--offline\`.`],
      unread: [],
      failed: new Set(),
    });
  }
  const [notes, unread, views]: [Set<string>, Set<string>, LiveView[]] = [
    new Set(),
    new Set(beyond(plan)),
    [],
  ];
  const session = sessionOf();
  const failed = new Set<string>();
  for (const each of touched) {
    const fails = (sentence: string, isMeant: (step: Step) => boolean = () => true) => {
      unread.add(sentence);
      for (const { urn } of [...each.steps, ...each.provided].filter(isMeant)) {
        failed.add(urn);
      }
    };
    try {
      views.push(
        await viewOfTouched(each, kinds, await session, (kind, sentence) =>
          fails(sentence, (step) => step.kind === kind.name),
        ),
      );
    } catch (error) {
      if (error instanceof SettingsError) {
        notes.add(`${notInReview}: ${messageOf(error)}`);
      } else {
        fails(`The gateway could not be read: ${messageOf(error)}`);
      }
    }
  }
  return withLive(plan, kinds, views, { notes: [...notes], unread: [...unread], failed });
}

const notInReview = "What nobody declares is not in this review";

/** What a provider of the program changes: its settings stand there, and are not ours. */
function beyond({ steps }: Plan): string[] {
  const changed = steps.filter(
    ({ kind, provider, operation }) => kind !== undefined && provider !== undefined && isChange(operation),
  );
  return [...Map.groupBy(changed, ({ provider }) => provider)].map(
    ([provider, all]) =>
      `Around ${howMany(all.length, "object")} of the provider "${provider}" the gateway was not read: its settings stand in the program.`,
  );
}

async function viewOfTouched(
  touched: Touched,
  kinds: readonly Kind[],
  session: Session,
  tell: (kind: Kind, sentence: string) => void,
): Promise<LiveView> {
  const { connection, steps, workspaces, kinds: named } = touched;
  const client = session.client(connection);
  if (steps.some(({ before }) => !isOf(priorGateway(before?.outputs ?? {}) ?? client.mark, client))) {
    throw new Error(
      "the settings here lead to another gateway than the one that the stack has its objects on.",
    );
  }
  const place = { session, connection };
  const readable = kinds.filter(isReadable);
  const { adopt } = client.settings;
  const holders = (await holdersIn(place, kinds)).map(listed);
  const takenOver = new Map(
    steps.flatMap((step): [string, string][] => {
      const kind = readable.find(({ name }) => name === step.kind);
      const { after } = step;
      if (kind === undefined || after === undefined || !holdsKinds(kind, readable)) {
        return [];
      }
      const adopting = { ...step, after, ...defined({ adopts: adopt === "never" ? undefined : adopt }) };
      const { takesOver, before } = overwriting(adopting, kind, holders, () => undefined);
      return takesOver && before?.id !== undefined ? [[step.urn, before.id]] : [];
    }),
  );
  const view = await viewAccount(place, {
    kinds: readable,
    within: new Set([...workspaces, ...takenOver.values()]),
    reads: ({ name, endpoints }) => endpoints.parent !== undefined || named.has(name),
    refuses: (kind, error) =>
      tell(kind, `The ${plural(nounOf(kind))} that nobody declares could not be read: ${messageOf(error)}`),
  });
  const [holding] = readable.filter((kind) => holdsKinds(kind, readable));
  const account = holding && (await accountMark(session.context(holding, defined({ connection }))));
  return {
    ...view,
    touched,
    takenOver,
    adopt,
    marks: defined({ connection, gateway: client.mark, account }),
  };
}
