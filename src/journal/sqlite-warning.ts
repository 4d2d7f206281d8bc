/** Early versions of Node 24 warn that their SQLite is new, on standard error, where our logs are. */
process.emitWarning = new Proxy(process.emitWarning, {
  apply(emitWarning, self, values) {
    if (!String(values[0]).startsWith('SQLite is an experimental feature')) Reflect.apply(emitWarning, self, values);
  },
});
