import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { clauseList } from '../../support/check/clause-list.ts';
import { CHECKED_PROTOCOLS, clientClausesOf, serverClausesOf } from '../../support/check/loaded-clauses.ts';
import { CLIENTS } from '../../support/protocols/loaded-protocols.ts';

describe('the clauses', () => {
  test('exist only for protocols with a client', () => {
    assert(CHECKED_PROTOCOLS.length > 0);
    const names = CLIENTS.map(({ name }) => name);
    for (const protocol of CHECKED_PROTOCOLS) assert(names.includes(protocol), protocol);
  });

  test('have unique titles that fit into the table', () => {
    for (const protocol of CHECKED_PROTOCOLS) {
      const server = serverClausesOf(protocol, {});
      const client = clientClausesOf(protocol, {});
      assert(server.ok && client.ok);
      for (const clauses of [...server.value.variants.map((variant) => variant.clauses), client.value.scripts.flat()]) {
        const titles = clauses.map(({ title }) => title);
        assert.equal(new Set(titles).size, titles.length, protocol);
        for (const { title, section, dialogue } of clauses) {
          assert(title.length <= 65, title);
          assert(section !== '' && dialogue.some(({ isGiven }) => !isGiven), title);
        }
      }
    }
  });

  test('are all listed in docs/check-clauses.md', () => {
    assert.equal(readFileSync(new URL('../../../docs/check-clauses.md', import.meta.url), 'utf8'), clauseList());
  });
});
