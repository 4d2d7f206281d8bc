import assert from 'node:assert/strict';
import { InMemoryHub } from '../../test/support/fuzz/in-memory-hub.ts';
import { LANGUAGES } from '../../test/support/fuzz/protocol-language-list.ts';
import { SERVERS, serverNamed } from '../../test/support/protocols/loaded-protocols.ts';
import { type ComparedProgram, compareProcessorTime, spreadOf } from './compare-processor-time.ts';
import type { MeasureSection, SectionDefinition } from './section.ts';
import { generateGoGames, LINES } from './server/generated-games.ts';
import { MAIN_PROTOCOL } from './server/measured-protocol-list.ts';
import { TURN_MESSAGES } from './turn-cost/load-turn-messages.ts';

const ROUNDS = 11;
const ADDRESS = '127.0.0.1';
/** Milliseconds until the game has started in every protocol. */
const START_MILLISECONDS = 5_000;

const GAMES = generateGoGames(LINES);

/** Plays a recorded game between two clients, with new sessions and a new lobby. The units of its work are stones. */
function replayCompetitor({
  name,
  protocol,
  settings = '',
  opening: openingLines,
  place,
}: (typeof TURN_MESSAGES)[number]): ComparedProgram {
  const server = serverNamed(protocol);
  assert(server !== undefined);
  const open = server.configure(Object.fromEntries(new URLSearchParams(settings)));
  assert(open.ok);
  const games = GAMES.map((stones) => stones.map((stone) => Buffer.from(`${place(stone)}\n`)));
  let next = 0;
  const run = (): number => {
    let outputs = 0;
    const hub = new InMemoryHub({ protocols: SERVERS, grace: 0, resume: 0, idle: 1e9, lag: 0 }, (connection) => {
      if (connection === 0) outputs++;
    });
    const language = LANGUAGES.find((each) => each.name === protocol);
    for (const [connection, client] of ['annexx', 'bertxx'].entries()) {
      hub.connect(connection, { protocol: server, open: open.value, listener: protocol }, ADDRESS);
      const lines = openingLines?.(client).map((line) => Buffer.from(`${line}\n`));
      for (const bytes of lines ?? language?.opening({ name: client, isGomoku: false, size: LINES }) ?? [])
        hub.receive(connection, bytes);
    }
    hub.wait(START_MILLISECONDS);
    const before = outputs;
    const index = next++ % games.length;
    for (const [move, bytes] of games[index]!.entries())
      hub.receive(GAMES[index]![move]!.color === 'black' ? 0 : 1, bytes);
    // Black receives at least each of white's stones.
    assert(outputs - before >= games[index]!.length / 2, `${name}: the game was not played`);
    return games[index]!.length;
  };
  return { name, run };
}

const measure: MeasureSection = (report) => {
  const costs = compareProcessorTime(TURN_MESSAGES.map(replayCompetitor), ROUNDS);
  const main = costs[MAIN_PROTOCOL]!;
  for (const { name } of TURN_MESSAGES) {
    const own = costs[name]!;
    const note = `${spreadOf(own).median.toFixed(1)} µs a move`;
    const value = spreadOf(own.map((cost, round) => cost / main[round]!));
    report({ what: name, against: `a move by ${MAIN_PROTOCOL}, in processor time`, value, note });
  }
};

export const turns: SectionDefinition = {
  title: 'A move in each protocol',
  method: [
    'This section measures the processor time of a move in each protocol, without network and disk. Two sessions (one for each player) and a lobby run in one process and play recorded legal games of 250 stones on 19x19. For each move, the sessions read the bytes that a client would send and write the bytes for both players. The time includes the start of each game.',
    'Sockets and the journal (the stored events of games) are not measured, because they need about the same time for a move of every protocol.',
  ],
  measure,
};
