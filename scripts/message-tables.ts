// node scripts/message-tables.ts [--write]
//
// Prints the pages of docs/protocols with tables of messages made from the message tables in src/protocols.
// `--write` writes the pages.

import { writeFileSync } from 'node:fs';
import { generatePage, pageOf, TABLES } from '../test/support/messages/documentation.ts';

const isWriting = process.argv.includes('--write');
for (const [protocol, tables] of TABLES) {
  const page = generatePage(protocol, tables);
  if (isWriting) writeFileSync(pageOf(protocol), page);
  else process.stdout.write(page);
}
