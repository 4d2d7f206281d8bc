/** Early versions of Node 24 print to standard error, where our log is, that SQLite is experimental. This suppresses the warning. */
process.emitWarning = new Proxy(process.emitWarning, {
  apply(emitWarning, self, values) {
    if (!String(values[0]).startsWith('SQLite is an experimental feature')) Reflect.apply(emitWarning, self, values);
  },
});
