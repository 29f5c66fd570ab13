import type { Rows } from "./answers.js";

/**
 * Lists that must be no older than the question. Several may ask for one at about the same time: one request serves all
 * who asked before it was sent. The answer that is under way may be older than a question, so who asks meanwhile waits
 * for the next one, together with all others who do. Nothing is kept.
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
