import { difference, diffFor } from "./diff.js";
import { type Fate, fateOf } from "./fate.js";
import { followers, follows } from "./follow.js";
import type { Kind } from "./kind.js";
import type { Session } from "./session.js";
import { collectionOf, labelOf } from "./target.js";
import type { Values } from "./values.js";

const outcomes: Record<Fate, string> = {
  cleared: "it is cleared",
  reset: "it is taken away, and the gateway's default holds",
  left: "it stays as it is and is no longer managed",
  replaces: "the object is replaced by one without it",
};

/** The engine's view of a difference; and what follows from it that the engine cannot show, in a line each. */
export function foretell(
  session: Session,
  kinds: readonly Kind[],
  kind: Kind,
  id: string,
  olds: Values,
  news: Values,
) {
  const { foresight } = session.ledger(olds);
  const collection = collectionOf(kind, olds);
  const diff = diffFor(kind, id, olds, news);
  if (foresight.isOfRefresh(collection, id)) {
    return diff;
  }
  const replaced = diff.replaces.length > 0;
  const { changed, removed } = difference(kind, olds, news);
  const names = changed.map((field) => field.name);
  const lines = removed.flatMap((field) => {
    const fate = fateOf(kind, field, { ...olds, ...news });
    return fate === undefined ? [] : [lost(field.name, replaced ? "replaces" : fate)];
  });
  if (!replaced) {
    foresight.change(kind.endpoints.list ?? kind.name, id, names);
    lines.push(...followers(kinds, kind, names));
  }
  for (const line of lines.map((line) => `${labelOf(kind, olds)}: ${line}`)) {
    if (foresight.isNews(collection, id, line)) {
      session.warn(line, olds);
    }
  }
  return { ...diff, changes: diff.changes || follows(kind, foresight, news) };
}

function lost(name: string, fate: Fate): string {
  return `${name} is no longer declared: ${outcomes[fate]}.`;
}
