/** A server to send requests to: its URL, and how the user sets this URL. */
export interface Server {
  readonly url: string;
  readonly named: string;
}
