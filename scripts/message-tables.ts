// node scripts/message-tables.ts [--write]
//
// Prints the pages of docs/protocols with tables of messages made from the message tables in src/protocols.
// `--write` writes the pages.

import { writeFileSync } from 'node:fs';
import { generateProtocolPage, MESSAGE_TABLES, protocolPage } from '../test/support/messages/message-table-pages.ts';

const isWriting = process.argv.includes('--write');
for (const [protocol, tables] of MESSAGE_TABLES) {
  const page = generateProtocolPage(protocol, tables);
  if (isWriting) writeFileSync(protocolPage(protocol), page);
  else process.stdout.write(page);
}
