/** The origin of a request. */
export interface RequestSource {
  /** The IP address of the connection. */
  readonly address: string;
  /** A proxy forwards requests of several clients from this address. */
  readonly isForwarded: boolean;
  /** The mark of the browser, if it has one. */
  readonly browser?: string | undefined;
}
