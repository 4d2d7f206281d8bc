import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { randomNumbers } from '../engines/random-numbers.ts';
import { estimateStrengths, type ResultsOfPair } from './strength-estimate.ts';

const pair = (black: number, white: number, blackWins: number, whiteWins: number, draws = 0): ResultsOfPair => ({
  black,
  white,
  blackWins,
  whiteWins,
  draws,
});

const close = (actual: number | undefined, expected: number, within: number): void =>
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) <= within, `${actual} is not ${expected} ± ${within}`);

describe('an estimate of strengths', () => {
  it('of two players is their Elo difference: three wins in four games are 191', () => {
    const { players, whiteAdvantage, drawRate } = estimateStrengths(2, [
      pair(0, 1, 7500, 2500),
      pair(1, 0, 2500, 7500),
    ]);
    close((players[0]?.value ?? 0) - (players[1]?.value ?? 0), 400 * Math.log10(3), 0.5);
    // Half of the deviation of the difference, because the estimate is the distance from the mean.
    close(players[0]?.error, (1.96 * (400 / Math.LN10)) / Math.sqrt(20_000 * 0.75 * 0.25) / 2, 0.01);
    close(whiteAdvantage.value, 0, 0.001);
    assert.equal(drawRate, 0);
  });

  it("separates White's advantage from the strength of the players", () => {
    const { players, whiteAdvantage } = estimateStrengths(2, [pair(0, 1, 4000, 6000), pair(1, 0, 4000, 6000)]);
    close(players[0]?.value, 0, 0.001);
    close(whiteAdvantage.value, 400 * Math.log10(1.5), 0.5);
    close(whiteAdvantage.error, (1.96 * (400 / Math.LN10)) / Math.sqrt(20_000 * 0.24), 0.1);
  });

  it('contains the rate of draws between equal players', () => {
    close(estimateStrengths(2, [pair(0, 1, 3000, 3000, 4000)]).drawRate, 0.4, 0.001);
  });

  it('of a player who has won or drawn every game is finite', () => {
    const { players } = estimateStrengths(3, [pair(0, 1, 10, 0), pair(2, 1, 0, 0, 5)]);
    for (const { value, error } of players) assert.ok(Number.isFinite(value) && Number.isFinite(error) && error > 0);
    assert.ok((players[0]?.value ?? 0) > (players[1]?.value ?? 0));
  });

  it('has a smaller error for a player with more games', () => {
    const { players } = estimateStrengths(3, [pair(0, 1, 100, 100), pair(2, 1, 2, 2)]);
    assert.ok((players[2]?.error ?? 0) > (players[0]?.error ?? 0));
  });

  it('without games or without players has only zeros', () => {
    assert.deepEqual(estimateStrengths(0, []).players, []);
    close(estimateStrengths(2, []).players[0]?.value, 0, 0);
  });

  it("recovers the strengths, white's advantage and the rate of draws of simulated games", () => {
    const strengths = [-300, -150, -50, 0, 50, 150, 300];
    const [advantage, draw] = [40, 0.5];
    let inside = 0;
    let all = 0;
    for (let seed = 1; seed <= 20; seed++) {
      const random = randomNumbers(seed, 0, 0);
      const results = strengths.flatMap((black, blackIndex) =>
        strengths.flatMap((white, whiteIndex) =>
          blackIndex === whiteIndex
            ? []
            : [
                simulated({
                  black: blackIndex,
                  white: whiteIndex,
                  games: 40,
                  difference: white - black + advantage,
                  draw,
                  random,
                }),
              ],
        ),
      );
      const { players, whiteAdvantage, drawRate } = estimateStrengths(strengths.length, results);
      for (const [index, { value, error }] of [...players, whiteAdvantage].entries()) {
        all++;
        const truth = strengths[index] ?? advantage;
        if (Math.abs(value - truth) <= error) inside++;
        close(value, truth, 2.5 * error);
      }
      close(drawRate, draw / (2 + draw), 0.05);
    }
    // Of 160 intervals of 95 %, about 152 contain the true value.
    assert.ok(inside / all > 0.9 && inside < all, `${inside} of ${all}`);
  });

  const results = fc.array(
    fc.record({
      black: fc.nat({ max: 5 }),
      white: fc.nat({ max: 5 }),
      blackWins: fc.nat({ max: 30 }),
      whiteWins: fc.nat({ max: 30 }),
      draws: fc.nat({ max: 5 }),
    }),
    { minLength: 1, maxLength: 30 },
  );
  const games = results.map((all) => all.filter(({ black, white }) => black !== white));

  it('does not depend on the order of the players', () =>
    fc.assert(
      fc.property(games, (all) => {
        const reversed = all.map(({ black, white, ...rest }) => ({ black: 5 - black, white: 5 - white, ...rest }));
        const [one, other] = [estimateStrengths(6, all), estimateStrengths(6, reversed)];
        for (const [index, { value, error }] of one.players.entries()) {
          close(other.players[5 - index]?.value, value, 1e-4);
          close(other.players[5 - index]?.error, error, 1e-4);
        }
      }),
    ));

  it('gives each player as many points as the player has won', () =>
    fc.assert(
      fc.property(games, (all) => {
        const { players, whiteAdvantage, drawRate } = estimateStrengths(6, all);
        const draw = (2 * drawRate) / (1 - drawRate);
        const mean = priorMean(players.map(({ value }) => value));
        for (const [own, { value }] of players.entries()) {
          let surplus = 0;
          for (const { black, white, blackWins, whiteWins, draws } of all) {
            if (black !== own && white !== own) continue;
            const difference = (players[white]!.value - players[black]!.value + whiteAdvantage.value) / 400;
            const [forWhite, forBlack] = [10 ** (difference / 2), 10 ** (-difference / 2)];
            const points = (forWhite + draw / 2) / (forWhite + forBlack + draw);
            const won = whiteWins + draws / 2;
            const count = blackWins + whiteWins + draws;
            surplus += black === own ? points * count - won : won - points * count;
          }
          // The difference comes from the added game against the average player.
          close(surplus, 1 / (1 + 10 ** (-(value + mean) / 400)) - 0.5, 1e-4);
        }
      }),
    ));
});

/** The strength of the average player. Estimates are shifted so that their mean is 0; this undoes the shift: the added games are balanced. */
function priorMean(values: readonly number[]): number {
  const balance = (mean: number): number =>
    values.reduce((sum, value) => sum + 1 / (1 + 10 ** (-(value + mean) / 400)) - 0.5, 0);
  let [low, high] = [-5000, 5000];
  for (let step = 0; step < 100; step++) {
    const middle = (low + high) / 2;
    if (balance(middle) < 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Simulates games by Davidson's model. `difference`: White's strength minus Black's, in Elo. */
function simulated(given: {
  readonly black: number;
  readonly white: number;
  readonly games: number;
  readonly difference: number;
  readonly draw: number;
  random(): number;
}): ResultsOfPair {
  const { black, white, games, difference, draw, random } = given;
  const [whiteWeight, blackWeight] = [10 ** (difference / 800), 10 ** (-difference / 800)];
  const sum = whiteWeight + blackWeight + draw;
  const counts = [0, 0, 0] as [number, number, number];
  for (let game = 0; game < games; game++) {
    const drawn = random() * sum;
    counts[drawn < whiteWeight ? 0 : drawn < whiteWeight + blackWeight ? 1 : 2]++;
  }
  return pair(black, white, counts[1], counts[0], counts[2]);
}
