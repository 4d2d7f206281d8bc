import assert from 'node:assert/strict';
import { Room } from '../../test/support/fuzz/in-memory-room.ts';
import { LANGUAGES } from '../../test/support/fuzz/protocol-languages.ts';
import { SERVERS, serverNamed } from '../../test/support/protocols/loaded.ts';
import { type Competitor, compareProcessorTime, spreadOf } from './compare-processor-time.ts';
import type { MeasureSection, SectionDefinition } from './section.ts';
import { generatedGoGame, LINES } from './server/generated-games.ts';
import { MAIN } from './server/measured-protocol-list.ts';
import { SPOKEN } from './turn-cost/load-turn-messages.ts';

const ROUNDS = 11;
const ADDRESS = '127.0.0.1';
/** Until the clients of each protocol are asked for their first move; milliseconds. */
const PREPARATION = 5_000;

const GAMES = generatedGoGame(LINES);

/** Plays a recorded game between two clients, on sessions and a lobby of its own; the units are stones. */
function playing({ name, protocol, settings = '', opening: said, place }: (typeof SPOKEN)[number]): Competitor {
  const server = serverNamed(protocol);
  assert(server !== undefined);
  const open = server.configure(Object.fromEntries(new URLSearchParams(settings)));
  assert(open.ok);
  const games = GAMES.map((stones) => stones.map((stone) => Buffer.from(`${place(stone)}\n`)));
  let next = 0;
  const run = (): number => {
    let told = 0;
    const room = new Room({ protocols: SERVERS, grace: 0, resume: 0, idle: 1e9, lag: 0 }, (who) => {
      if (who === 0) told++;
    });
    const language = LANGUAGES.find((each) => each.name === protocol);
    for (const [who, client] of ['annexx', 'bertxx'].entries()) {
      room.connect(who, { protocol: server, open: open.value, listener: protocol }, ADDRESS);
      const lines = said?.(client).map((line) => Buffer.from(`${line}\n`));
      for (const bytes of lines ?? language?.opening({ name: client, isGomoku: false, size: LINES }) ?? [])
        room.say(who, bytes);
    }
    room.wait(PREPARATION);
    const before = told;
    const index = next++ % games.length;
    for (const [turn, bytes] of games[index]!.entries())
      room.say(GAMES[index]![turn]!.color === 'black' ? 0 : 1, bytes);
    // White's stones at least are told to black.
    assert(told - before >= games[index]!.length / 2, `${name}: no game`);
    return games[index]!.length;
  };
  return { name, run };
}

const measure: MeasureSection = (say) => {
  const costs = compareProcessorTime(SPOKEN.map(playing), ROUNDS);
  const main = costs[MAIN]!;
  for (const { name } of SPOKEN) {
    const own = costs[name]!;
    const note = `${spreadOf(own).median.toFixed(1)} µs a move`;
    const value = spreadOf(own.map((cost, round) => cost / main[round]!));
    say({ what: name, against: `a move by ${MAIN}, in time of the processor`, value, note });
  }
};

export const turns: SectionDefinition = {
  title: 'A move in each protocol',
  method: [
    'Two server sessions and a lobby run in one process and play recorded legal games of 250 stones on 19x19. For each move, the sessions get the bytes that a client would send and produce the bytes for both players. Nothing is stored or sent over a network. The start of each game is included in the time.',
    'Sockets and the journal are not measured, because their work for a move is the same in every protocol. There is one exception: an analysis that comes with a move makes the journal longer.',
  ],
  measure,
};
