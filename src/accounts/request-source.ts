export interface RequestSource {
  /** The IP address of the connection. */
  readonly address: string;
  /** Whether the address belongs to a proxy that forwards requests of several clients. */
  readonly isForwarded: boolean;
  /** The mark of the browser, if it has one. */
  readonly browser?: string | undefined;
}
