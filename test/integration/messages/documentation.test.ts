import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { generateProtocolPage, MESSAGE_TABLES, protocolPage } from '../../support/messages/message-table-pages.ts';

for (const [protocol, tables] of MESSAGE_TABLES) {
  test(`the page of ${protocol} contains its message tables (to update it: node scripts/message-tables.ts --write)`, () => {
    assert.equal(readFileSync(protocolPage(protocol), 'utf8'), generateProtocolPage(protocol, tables));
  });
}
