import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dialogue } from '../../../test/support/lobby/lobby-dialogue.ts';
import type { Seek } from '../command.ts';
import type { Input } from '../input.ts';
import { Lobby, type LobbyOptions } from '../lobby.ts';

describe('the seeks of a pool', () => {
  test('are paired at once, with alternating colours', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      alice seeks go 9 in the pool
        = waiting
      bob seeks go 9 in the pool
        = seated
        alice: black against bob, go 9, komi 0, black to move
        bob: white against alice, go 9, komi 0, black to move
      (alice forfeits resigned)
      (alice seeks go 9 in the pool)
      bob seeks go 9 in the pool
        = seated
        bob: black against alice, go 9, komi 0, black to move
        alice: white against bob, go 9, komi 0, black to move
      (alice forfeits resigned)
      (bob seeks go 9 in the pool)
      alice seeks go 9 in the pool
        = seated
        bob: black against alice, go 9, komi 0, black to move
        alice: white against bob, go 9, komi 0, black to move
    `));

  // The clock of a dialogue begins 40 s after a multiple of 60 s.
  test('with rounds wait for the next round', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      alice seeks go 9 in rounds of 60 s
        = waiting
      bob seeks go 9 in rounds of 60 s
        = waiting
      19 s pass
      1 s pass
        alice: black against bob, go 9, komi 0, black to move
        bob: white against alice, go 9, komi 0, black to move
    `));

  test('with rounds are paired at once with seeks outside of the pool', () =>
    dialogue(`
      (alice enters)
      (bob enters)
      (carol enters)
      (alice seeks go 9 in rounds of 60 s)
      (bob seeks go 9 in rounds of 60 s)
      carol seeks go 9
        = seated
        alice: black against carol, go 9, komi 0, black to move
        carol: white against alice, go 9, komi 0, black to move
    `));
});

const OPTIONS: LobbyOptions = {
  protocols: [{ name: 'x', carryName: (name) => name }],
  grace: 0,
  resume: 0,
  idle: 3_600_000,
  lag: 0,
};

const ROUND = 60_000;

const SEEK: Seek = {
  kind: 'seek',
  parameters: { game: 'go', size: 9, ruleset: { ko: 'positional', suicide: 'forbidden' }, komi: 7, fixedKomi: true },
  pool: { round: ROUND },
};

const PLAYERS = Array.from({ length: 10 }, (_, index) => index + 1);

/** Ten players of one listener, who resign and seek an opponent in each round. */
class Rounds {
  readonly lobby = new Lobby(OPTIONS);
  readonly #start: number;
  #rounds = 0;

  /** `start`: a multiple of the length of a round, in milliseconds. */
  constructor(start: number) {
    this.#start = start;
  }

  enter(): this {
    const client = { protocol: 'x', listener: 'x?rounds', address: 'home' };
    for (const player of PLAYERS)
      this.#step(
        { kind: 'command', player, command: { kind: 'enter', name: `player ${player}` }, client },
        this.#start,
      );
    return this;
  }

  continueFrom({ lobby }: Rounds, rounds: number): this {
    this.lobby.restore(JSON.parse(JSON.stringify(lobby.snapshot())));
    this.#rounds = rounds;
    return this;
  }

  /** Plays some rounds and returns the pairs. `after`: milliseconds from the start of a round to the seeks. */
  play(count: number, after = 1): string[] {
    const pairs: string[] = [];
    for (const last = this.#rounds + count; this.#rounds < last; this.#rounds++) {
      const begin = this.#start + this.#rounds * ROUND;
      for (const player of PLAYERS) {
        this.#step({ kind: 'command', player, command: { kind: 'forfeit', how: 'resigned' } }, begin + after);
        const rating = { value: 1500 + 100 * player, isProvisional: false };
        this.#step({ kind: 'command', player, command: { ...SEEK, rating } }, begin + after);
      }
      pairs.push(...this.#step({ kind: 'time' }, begin + ROUND));
    }
    return pairs;
  }

  #step(input: Input, now: number): string[] {
    return this.lobby
      .step(input, now)
      .entries.flatMap(({ event }) => (event.kind === 'seated' ? [`${event.black.name} ${event.white.name}`] : []));
  }
}

describe('rounds', () => {
  const START = 600_000_000;

  test('depend only on the inputs: equal inputs lead to equal pairs', () => {
    const pairs = new Rounds(START).enter().play(3);
    assert.equal(pairs.length, 15);
    assert.deepEqual(new Rounds(START).enter().play(3), pairs);
    assert.notDeepEqual(new Rounds(START).enter().play(3, 1_000), pairs);
  });

  test('continue from a snapshot with the same random numbers and colours', () => {
    const rounds = new Rounds(START).enter();
    rounds.play(2);
    const copy = new Rounds(START).continueFrom(rounds, 2);
    assert.deepEqual(copy.lobby.snapshot(), rounds.lobby.snapshot());
    assert.deepEqual(copy.play(3), rounds.play(3));
  });

  test('give both colours to each player', () => {
    const pairs = new Rounds(START).enter().play(50);
    for (const player of PLAYERS) {
      const games = pairs.filter((each) => each.split(/ (?=player)/).includes(`player ${player}`));
      const black = games.filter((each) => each.startsWith(`player ${player} `)).length;
      assert(games.length >= 45, `${games.length} games`);
      assert(Math.abs(games.length - 2 * black) <= 4, `${black} of ${games.length}`);
    }
  });

  test('start again when new games are allowed again', () => {
    const rounds = new Rounds(START).enter();
    rounds.lobby.step({ kind: 'service-mode', mode: 'no-new-games' }, START);
    assert.deepEqual(rounds.play(1), []);
    rounds.lobby.step({ kind: 'service-mode', mode: 'open' }, START + 1.5 * ROUND);
    assert.equal(rounds.play(1).length, 5);
  });
});
