import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queryOf, withQuery } from './search-query.ts';

test('queryOf writes the query of a search without empty fields', () => {
  assert.equal(queryOf({ player: ' böb & co ', size: '', result: 'draw' }), 'player=b%C3%B6b+%26+co&result=draw');
  assert.equal(queryOf({ game: 'go', before: '17' }), 'game=go&before=17');
  assert.equal(queryOf({}), '');
});

test('withQuery adds no question mark for an empty query', () => {
  assert.equal(withQuery('/archive', ''), '/archive');
  assert.equal(withQuery('/archive', 'size=9'), '/archive?size=9');
});
