import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  askedBoardOf,
  boardOf,
  challengesTo,
  DEFAULT_SEEK_FORM,
  type FormOpponents,
  isFit,
  losesTakeBacks,
  optionsOf,
  restoreSeekForm,
  type SeekFormValues,
  withBoard,
  withSize,
} from './seek-form-values.ts';

test('boardOf returns only the fields of the chosen game', () => {
  assert.deepEqual(boardOf(DEFAULT_SEEK_FORM), {
    game: 'go',
    size: 9,
    komi: 7.5,
    ko: 'positional',
    suicide: 'forbidden',
  });
  assert.deepEqual(boardOf({ ...DEFAULT_SEEK_FORM, game: 'gomoku', rule: 'caro' }), {
    game: 'gomoku',
    size: 15,
    rule: 'caro',
  });
});

test('a seek contains the komi only if it is not the default', () => {
  assert.deepEqual(askedBoardOf(DEFAULT_SEEK_FORM), { game: 'go', size: 9, ko: 'positional', suicide: 'forbidden' });
  const even = { ...DEFAULT_SEEK_FORM, komi: 0 };
  assert.deepEqual(askedBoardOf(even), boardOf(even));
});

test('a board has a handicap only if it has fixed points for so many stones', () => {
  const handicapOn = (size: number, handicap: number | 'any') => {
    const board = boardOf({ ...DEFAULT_SEEK_FORM, goSize: size, handicap });
    return board.game === 'go' && board.handicap;
  };
  assert.deepEqual(
    [handicapOn(9, 0), handicapOn(9, 9), handicapOn(8, 5), handicapOn(5, 2), handicapOn(19, 'any')],
    [undefined, 9, undefined, undefined, 'any'],
  );
});

test('black places handicap stones if the form says so; any handicap means any placement', () => {
  const placementOf = (handicap: number | 'any', placement: 'fixed' | 'free') => {
    const board = boardOf({ ...DEFAULT_SEEK_FORM, handicap, placement });
    return board.game === 'go' ? board.placement : undefined;
  };
  assert.deepEqual(
    [placementOf(3, 'fixed'), placementOf(3, 'free'), placementOf(0, 'free'), placementOf('any', 'fixed')],
    [undefined, 'free', undefined, 'any'],
  );
  const free = boardOf({ ...DEFAULT_SEEK_FORM, handicap: 3, placement: 'free' });
  assert.equal(withBoard(DEFAULT_SEEK_FORM, free).placement, 'free');
  assert.equal(withBoard({ ...DEFAULT_SEEK_FORM, placement: 'free' }, boardOf(DEFAULT_SEEK_FORM)).placement, 'fixed');
  assert.equal(restoreSeekForm(JSON.stringify({ placement: 'free' })).placement, 'free');
  assert.equal(restoreSeekForm(JSON.stringify({ placement: 'any' })).placement, 'fixed');
});

test('the form of a game with handicap has the default komi, unless the game has another komi', () => {
  const board = { game: 'go', size: 9, komi: 0.5, handicap: 3, ko: 'positional', suicide: 'allowed' } as const;
  const again = withBoard(DEFAULT_SEEK_FORM, board);
  assert.deepEqual([again.handicap, again.komi], [3, 7.5]);
  assert.deepEqual(askedBoardOf(again), { game: 'go', size: 9, handicap: 3, ko: 'positional', suicide: 'allowed' });
  assert.equal(withBoard(DEFAULT_SEEK_FORM, { ...board, komi: 4 }).komi, 4);
  const { handicap: _, ...even } = board;
  assert.deepEqual(withBoard(again, even).handicap, 0);
  assert.equal(withBoard(again, even).komi, 0.5);
});

test('boards of Go have 2 to 131 lines, boards of Gomoku 5 to 131, and komi is a multiple of half a point', () => {
  const fit = (size: number, komi = 7.5): boolean => isFit({ ...withSize(DEFAULT_SEEK_FORM, size), komi });
  const gomoku = { ...DEFAULT_SEEK_FORM, game: 'gomoku' } as const;
  assert.deepEqual(
    [1, 2, 131, 132, 9.5, Number.NaN].map((size) => fit(size)),
    [false, true, true, false, false, false],
  );
  assert.deepEqual(
    [4, 5, 131, 132].map((size) => isFit(withSize(gomoku, size))),
    [false, true, true, false],
  );
  assert.deepEqual(
    [0.25, -3, 1000.5, Number.NaN].map((komi) => fit(9, komi)),
    [false, true, false, false],
  );
});

test('challengesTo returns the seeks of other players for a player', () => {
  const seek = (host: string, opponent?: string) => ({
    host,
    protocol: 'web',
    board: boardOf(DEFAULT_SEEK_FORM),
    since: 0,
    ...(opponent === undefined ? {} : { opponent }),
  });
  const seeks = [seek('alice', 'bob'), seek('bob', 'alice'), seek('carol')];
  assert.deepEqual(
    challengesTo('bob', seeks).map(({ host }) => host),
    ['alice'],
  );
  assert.deepEqual(challengesTo(undefined, seeks), []);
});

test('the stored form is read, and invalid values get their defaults', () => {
  const values = {
    ...DEFAULT_SEEK_FORM,
    game: 'gomoku',
    gomokuSize: 19,
    rule: 'renju',
    color: 'white',
    level: 5,
  } as const;
  assert.deepEqual(restoreSeekForm(JSON.stringify({ ...values, opponent: 'bob' })), values);
  for (const nonsense of [
    undefined,
    '',
    'null',
    '[]',
    '{"goSize":1}',
    '{"komi":"7"}',
    '{"rule":"chess"}',
    '{"level":7}',
    '{',
  ]) {
    assert.deepEqual(restoreSeekForm(nonsense), DEFAULT_SEEK_FORM);
  }
});

test('a board of a seek or a game fills the form', () => {
  const gomoku = { game: 'gomoku', size: 19, rule: 'caro' } as const;
  const go = { game: 'go', size: 13, komi: 0.5, ko: 'simple', suicide: 'forbidden' } as const;
  for (const board of [gomoku, go]) assert.deepEqual(boardOf(withBoard(DEFAULT_SEEK_FORM, board)), board);
  assert.equal(withBoard({ ...DEFAULT_SEEK_FORM, goSize: 19 }, gomoku).goSize, 19);
});

test('a seek contains only options that differ from the default', () => {
  assert.deepEqual(optionsOf(DEFAULT_SEEK_FORM), {});
  assert.deepEqual(optionsOf({ ...DEFAULT_SEEK_FORM, rated: false, takeBack: false }), {
    rated: false,
    takeBack: false,
  });
  assert.deepEqual(optionsOf({ ...DEFAULT_SEEK_FORM, estimate: true }), { rated: false, estimate: true });
  assert.deepEqual(optionsOf({ ...DEFAULT_SEEK_FORM, private: true }), { rated: false, private: true });
});

test('a seek for Gomoku has no score estimate, and is rated', () => {
  const values = { ...DEFAULT_SEEK_FORM, estimate: true };
  assert.deepEqual(optionsOf({ ...values, game: 'gomoku' }), {});
  assert.deepEqual(optionsOf({ ...values, game: 'go' }), { rated: false, estimate: true });
});

test('a rated game against the computer loses the take-backs of the form', () => {
  const losing = (changes: Partial<SeekFormValues>, opponents: FormOpponents = 'computer', isGuest = false): boolean =>
    losesTakeBacks({ ...DEFAULT_SEEK_FORM, ...changes }, opponents, isGuest);
  assert.equal(losing({}), true);
  assert.equal(losing({}, 'either'), true);
  assert.equal(losing({}, 'person'), false);
  assert.equal(losing({}, 'computer', true), false, 'a guest plays no rated games');
  for (const unrated of [{ rated: false }, { private: true }, { estimate: true }, { handicap: 2 }])
    assert.equal(losing(unrated), false, JSON.stringify(unrated));
});
