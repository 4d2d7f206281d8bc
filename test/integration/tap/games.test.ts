import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { systemClock } from '../../../src/clock.ts';
import { readConfig } from '../../../src/server/config/config.ts';
import { startServer } from '../../../src/server/server.ts';
import { TapProxy } from '../../../src/tap/tap-proxy.ts';
import { TapRecorder } from '../../../src/tap/tap-recorder.ts';
import { SERVERS, TAP_PROTOCOLS } from '../../support/protocols/loaded-protocols.ts';
import { runTranscriptOverTcp } from '../../support/tap/run-transcript-over-tcp.ts';
import { bytesByClient, completeRecording } from '../../support/tap/transcript-recording.ts';
import { runTranscript } from '../../support/transcripts/run-transcript.ts';
import { parseTranscript, type Transcript } from '../../support/transcripts/transcript.ts';
import { DELIVERY_MODES } from '../../support/transcripts/transcript-transport.ts';

const silent = { debug: () => {}, info: () => {}, error: () => {} };

/** A seek has no answer of its own. The answer to a pass outside a game shows that the server has read the seek. */
const NU6 = `
connect anne: nu6
connect bob: nu6 from 127.0.0.2
anne: CORE.HELLO~anne
server --> anne: CORE.HELLO
bob raw: CORE.HELLO~bob\\r\\n
server --> bob: CORE.HELLO
anne: CORE.NEWGAME~3
anne: CORE.PASS
server --> anne: CORE.ERROR~PROTOCOL~CORE.PASS
bob: CORE.NEWGAME~3
server --> anne: CORE.MATCH~BLACK~3~bob
server --> bob: CORE.MATCH~WHITE~3~anne
anne: CORE.MOVE~4
server --> anne, bob: CORE.MOVE~4
bob: CORE.MOVE~4
server --> bob: CORE.ERROR~ILLEGAL~OCCUPIED
bob: CORE.PASS
server --> anne, bob: CORE.PASS
anne: CORE.PASS
server --> anne, bob: CORE.PASS
server --> anne, bob: CORE.GAMEOVER~BLACK~9~0
anne: CORE.BYE
server --> anne: CORE.BYE~👋
server closes anne
bob: CORE.BYE
server --> bob: CORE.BYE~👋
server closes bob`;

const DAIGO = `
connect alice: daigo?size=5
alice: HELO alice
server --> alice: OK
alice: CREATE
server --> alice: OK
connect bob: daigo?size=5
bob: HELO bob
server --> bob: OK
bob: LIST
server --> bob: GAMES alice
bob: JOIN alice
server --> bob: OK
alice: PLAY
server --> alice: START bob
bob: PLAY
server --> bob: WAIT alice
alice: STONE 3 3
server --> alice: OK
bob: PLAY
server --> bob: STONE 3 3
bob: STONE 3 3
server --> bob: ERROR 5
bob: PASS
server --> bob: OK
alice: PLAY
server --> alice: PASS
alice: PASS
server --> alice: OK
alice: PLAY
server --> alice: RESULT 1
bob: PLAY
server --> bob: RESULT -1`;

const transcript = (name: string): string =>
  readFileSync(new URL(`../../../src/protocols/${name.replace('/', '/transcripts/')}.txt`, import.meta.url), 'utf8');

/** A complete game in each protocol. Every message has been answered, or its order does not matter, before the next one. */
const GAMES: Readonly<Record<string, string>> = {
  nu6: NU6,
  nedap: transcript('nedap/score'),
  daigo: DAIGO,
  remastered: transcript('remastered/pass'),
  'gomokurs 0.1.0': transcript('gomokurs/game-0.1.0'),
  'gomokurs 0.2.0': transcript('gomokurs/game-0.2.0'),
};

/** Plays a game over sockets through a tap, and returns the recording of the tap. */
async function recordingOf(game: Transcript): Promise<string> {
  const [first] = game.statements;
  assert(first?.kind === 'connect');
  const [protocol, settings = ''] = first.listener.split('?');
  const config = readConfig(
    { port: 0, durability: 'none', listen: [`${protocol}://127.0.0.1:0?${settings}`] },
    undefined,
    SERVERS,
  );
  assert(config.ok, config.ok ? '' : config.problem);
  const server = await startServer(config.value, silent, assert.fail);
  const written: string[] = [];
  const output = { show: () => {}, write: (line: string) => void written.push(line) };
  try {
    const tap = await TapProxy.open({
      listen: { host: '127.0.0.1', port: 0 },
      to: { host: '127.0.0.1', port: portOf(server.addresses[1]) },
      recorder: new TapRecorder('a game', output, systemClock.now(), TAP_PROTOCOLS),
      clock: systemClock,
    });
    try {
      const quiet = tap.idle();
      await runTranscriptOverTcp(portOf(tap.address), game);
      await quiet;
    } finally {
      await tap.stop();
    }
  } finally {
    await server.stop();
  }
  return written.join('\n');
}

const portOf = (address = ''): number => Number(address.split(':').at(-1));

describe('a game with a server, recorded by the tap, can be played again', () => {
  for (const [name, text] of Object.entries(GAMES)) {
    test(name, async (context) => {
      const game = parseTranscript(text);
      const recording = await recordingOf(game);
      const replayed = parseTranscript(completeRecording(recording, game));
      assert.deepEqual(bytesByClient(replayed), bytesByClient(game), recording);
      for (const way of DELIVERY_MODES) await context.test(way, () => runTranscript(replayed, way));
    });
  }
});
