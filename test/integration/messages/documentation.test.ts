import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { generatePage, pageOf, TABLES } from '../../support/messages/documentation.ts';

for (const [protocol, tables] of TABLES) {
  test(`the page of ${protocol} contains its message tables (to update it: node scripts/message-tables.ts --write)`, () => {
    assert.equal(readFileSync(pageOf(protocol), 'utf8'), generatePage(protocol, tables));
  });
}
