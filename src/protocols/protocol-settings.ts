/** Settings as a URL's query or the config file has them. */
export type Settings = Readonly<Record<string, string>>;
