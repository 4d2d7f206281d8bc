/** The settings of a protocol, from the query of a URL or from the config file. */
export type ProtocolSettings = Readonly<Record<string, string>>;
