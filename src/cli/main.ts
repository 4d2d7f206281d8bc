#!/usr/bin/env node

/** As in package.json, `engines`. */
const OLDEST_NODE = 24;

// Older versions of Node run this file, too. Therefore it uses only old syntax and imports everything else after the
// check.
if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE) {
  import('./fast-startup.ts');
} else {
  process.stderr.write(`tengen: this is Node ${process.versions.node}; Tengen needs Node ${OLDEST_NODE} or later\n`);
  process.exitCode = 2;
}
