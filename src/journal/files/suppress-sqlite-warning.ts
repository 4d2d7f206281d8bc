/** Early versions of Node 24 print a warning that SQLite is experimental to standard error, where our log is. */
process.emitWarning = new Proxy(process.emitWarning, {
  apply(emitWarning, self, values) {
    if (!String(values[0]).startsWith('SQLite is an experimental feature')) Reflect.apply(emitWarning, self, values);
  },
});
