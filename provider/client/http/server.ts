/** A server to talk to: its URL, and how the reader sets that. */
export interface Server {
  readonly url: string;
  readonly named: string;
}
