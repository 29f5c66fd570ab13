import type { Rows } from "./answers.js";

/**
 * Lists that must be no older than the question. One request serves all callers that asked before it was sent. Callers that
 * ask while it is under way wait for the next one together, because its answer may be older than their question. Nothing
 * is kept.
 */
export class NextLists {
  private readonly underWay = new Map<string, Promise<Rows>>();
  private readonly next = new Map<string, Promise<Rows>>();

  /** `load` sends the request when it is called, and asks for the same whoever gives it for this collection. */
  read(collection: string, load: () => Promise<Rows>): Promise<Rows> {
    const waitedFor = this.next.get(collection);
    const before = this.underWay.get(collection);
    if (waitedFor !== undefined || before === undefined) {
      return waitedFor ?? this.send(collection, load);
    }
    const send = () => this.send(collection, load);
    const next = before.then(send, send); // a failure of the one before is not ours
    this.next.set(collection, next);
    return next;
  }

  private send(collection: string, load: () => Promise<Rows>): Promise<Rows> {
    this.next.delete(collection);
    const sent = load();
    this.underWay.set(collection, sent);
    const end = () => {
      this.underWay.delete(collection);
    };
    sent.then(end, end);
    return sent;
  }
}
