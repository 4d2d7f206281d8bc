import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { examineFake } from '../../support/check/fake-client.ts';
import { CgosBridge } from '../../support/clients/cgos-bridge.ts';
import { dice } from '../../support/clients/random.ts';
import { InMemoryServer } from '../../support/server/in-memory-server.ts';
import {
  memoryStage,
  type TranscriptClient,
  type TranscriptTransport,
} from '../../support/transcripts/transcript-transport.ts';

type Kind = 'tcl' | 'python';

/** One that is connected to a server in memory. */
class Seat {
  readonly client: CgosBridge;
  readonly #stage: TranscriptTransport;
  readonly #listener: string;
  actor: TranscriptClient | undefined;
  #read = 0;

  constructor(stage: TranscriptTransport, listener: string, client: CgosBridge) {
    this.#stage = stage;
    this.#listener = listener;
    this.client = client;
  }

  async call(): Promise<void> {
    this.actor = await this.#stage.enter(this.#listener, '127.0.0.1');
    this.#read = 0;
    this.client.connected();
  }

  /** Answers what has come. Returns whether there was anything. */
  async answer(): Promise<boolean> {
    const { actor } = this;
    if (actor === undefined || actor.closed || actor.received.length === this.#read) return false;
    const said = this.client.hear(actor.received.subarray(this.#read).toString());
    this.#read = actor.received.length;
    for (const line of said) await actor.say(Buffer.from(line));
    return true;
  }

  /** The line is cut. */
  lose(): void {
    this.actor?.disconnect();
    this.actor = undefined;
  }
}

const LISTENER = 'cgos?size=9';
const MOST_ROUNDS = 4_000;

interface Meeting {
  readonly seats: readonly Seat[];
  /** Until each has played so many games. */
  play(games: number, between?: (round: number) => Promise<void>): Promise<void>;
}

async function meet(kinds: readonly Kind[], packet: number, seed: number): Promise<Meeting> {
  const server = new InMemoryServer();
  await server.start();
  const stage = memoryStage(server, packet);
  const seats: Seat[] = [];
  for (const [index, kind] of kinds.entries()) {
    const client = new CgosBridge(kind, `engine-${index}.${kind}`, {
      mostMoves: 90 + index,
      roll: dice(seed + index),
    });
    const seat = new Seat(stage, LISTENER, client);
    seats.push(seat);
    await seat.call();
  }
  return {
    seats,
    async play(games, between = async () => {}) {
      const isOver = (): boolean => seats.every(({ client }) => client.results.length >= games);
      for (let round = 0; !isOver(); round++) {
        assert(round < MOST_ROUNDS, 'the game does not end');
        await stage.settle();
        const anything = (await Promise.all(seats.map((seat) => seat.answer()))).includes(true);
        for (const { client } of seats) assert.equal(client.stopped, undefined);
        await between(round);
        if (!anything) await server.clock.advance(1_000);
      }
    },
  };
}

describe('clients that behave as the two bridge programs of CGOS do', () => {
  for (const kinds of [
    ['tcl', 'python'],
    ['python', 'python'],
    ['tcl', 'tcl'],
  ] as const) {
    for (const packet of [1, 1 << 20]) {
      test(`${kinds.join(' and ')} play two whole games, in pieces of ${packet} bytes`, async () => {
        const { seats, play } = await meet(kinds, packet, 7);
        await play(2);
        const [one, other] = seats.map(({ client }) => client.results);
        assert.deepEqual(one, other);
        for (const result of one ?? []) assert.match(result, /^[BW]\+\d+\.\d$|^Draw$/);
        for (const { client } of seats) assert(!client.hungUp);
      });
    }
  }

  test('come back in the middle of a game, and go on', async () => {
    const { seats, play } = await meet(['tcl', 'python'], 1 << 20, 11);
    await play(1, async (round) => {
      const seat = seats[round % 2];
      if (round % 17 !== 3) return;
      seat?.lose();
      await seat?.call();
    });
    assert.deepEqual(seats[0]?.client.results, seats[1]?.client.results);
  });

  for (const kind of ['tcl', 'python'] as const) {
    test(`${kind}: keeps to every clause of tengen check`, async () => {
      let client = new CgosBridge(kind, 'engine', { mostMoves: 1_000, roll: dice(3) });
      const checked = await examineFake('cgos', [
        {
          callsAgain: true,
          connected: () => {
            client = new CgosBridge(kind, 'engine', { mostMoves: 1_000, roll: dice(3) });
          },
          told(line, { say, hangUp }) {
            for (const said of client.hear(`${line}\n`)) say(said.trimEnd());
            if (client.hungUp || client.stopped !== undefined) hangUp();
          },
        },
      ]);
      assert.equal(
        JSON.stringify(
          checked.filter(({ verdict }) => verdict.kind === 'broken'),
          null,
          1,
        ),
        '[]',
      );
      const reached = checked.filter(({ verdict }) => verdict.kind === 'kept').length;
      assert(reached >= checked.length - 1, `${reached} of ${checked.length}`);
    });
  }
});
