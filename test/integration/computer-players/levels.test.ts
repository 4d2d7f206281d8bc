import { describe, test } from 'node:test';
import type { Seek } from '../../../src/lobby/command.ts';
import type { ComputerPlayer } from '../../../src/server/computer-players/computer-player.ts';
import { firstPointPlayer } from '../../support/computer-players/scripted-player.ts';
import { InMemoryServer, type InMemoryServerOptions } from '../../support/server/in-memory-server.ts';
import { runTranscript } from '../../support/transcripts/run-transcript.ts';
import { parseTranscript } from '../../support/transcripts/transcript.ts';

const LEVELS: readonly ComputerPlayer[] = [1, 2, 3, 4, 5, 6].map((level) => ({
  ...firstPointPlayer(`tengen-${level}`),
  level,
  group: 'tengen',
}));

/** Only Rita has a rating in the database, which leads to level 5. */
const completeSeek = (name: string, seek: Seek): Promise<Seek> | undefined =>
  name === 'rita' ? Promise.resolve({ ...seek, level: 5 }) : undefined;

const performAgainstLevels = (text: string, options: InMemoryServerOptions = {}): Promise<void> =>
  runTranscript(
    parseTranscript(text),
    'whole',
    LEVELS,
    (given) => new InMemoryServer({ ...given, ...options, completeSeek }),
  );

describe('computer players of several levels', () => {
  test('take a waiting seek at the level of its player, or at level 3 without a rating', () =>
    performAgainstLevels(`
connect alice: nu6
connect rita: nu6 from 127.0.0.2
alice: CORE.HELLO~alice
server --> alice: CORE.HELLO
rita: CORE.HELLO~rita
server --> rita: CORE.HELLO
alice: CORE.NEWGAME~9
rita: CORE.NEWGAME~13
wait 10 s
server --> alice: CORE.MATCH~BLACK~9~tengen-3
server --> rita: CORE.MATCH~BLACK~13~tengen-5
`));

  test('take a seek for their group at once, at the level of its player, over any protocol', () =>
    performAgainstLevels(`
connect alice: nedap
connect rita: nedap from 127.0.0.2
connect erin: web from 127.0.0.3
alice: GO alice 9 tengen
server --> alice: WAITING
server --> alice: READY black tengen3 9
rita: GO rita 9 tengen
server --> rita: WAITING
server --> rita: READY black tengen5 9
erin: {"kind":"enter","name":"erin"}
server --> erin: {"kind":"done","name":"erin"}
server --> erin: {"kind":"you","name":"erin"}
erin: {"kind":"seek","board":{"game":"gomoku","size":15,"rule":"freestyle"},"computer":true}
server --> erin: {"kind":"done","waiting":false}
server --> erin: {"kind":"you","name":"erin","seat":{"game":3,"color":"black"}}
server --> erin: {"kind":"game","state":{"game":3,"board":{"game":"gomoku","size":15,"rule":"freestyle"},"options":{"rated":true,"private":false,"takeBack":false,"estimate":false},"black":{"name":"erin","protocol":"web"},"white":{"name":"tengen-3","protocol":"computer"},"since":946684800000,"turns":[],"toMove":"black","turnSince":946684800000,"used":{"black":0,"white":0},"offers":true},"now":946684800000}
`));

  test('take a seek for one level, by name or alias, at once', () =>
    performAgainstLevels(`
connect alice: nedap
connect rita: nedap from 127.0.0.2
alice: GO alice 9 tengen1
server --> alice: WAITING
server --> alice: READY black tengen1 9
rita: GO rita 9 tengen6
server --> rita: WAITING
server --> rita: READY black tengen6 9
`));

  test('take a seek at the next level if the nearest level has no free seat', () =>
    performAgainstLevels(
      `
connect alice: nu6
connect bob: nu6 from 127.0.0.2
connect carol: nu6 from 127.0.0.3
alice: CORE.HELLO~alice
server --> alice: CORE.HELLO
bob: CORE.HELLO~bob
server --> bob: CORE.HELLO
carol: CORE.HELLO~carol
server --> carol: CORE.HELLO
alice: CORE.NEWGAME~5
bob: CORE.NEWGAME~7
carol: CORE.NEWGAME~9
wait 10 s
server --> alice: CORE.MATCH~BLACK~5~tengen-3
server --> bob: CORE.MATCH~BLACK~7~tengen-2
server --> carol: CORE.MATCH~BLACK~9~tengen-4
`,
      { houseSeats: 1 },
    ));

  test('have names that other players cannot use, with or without hyphens, and neither can the name of the group', () =>
    performAgainstLevels(`
connect alice: nu6
alice: CORE.HELLO~Tengen
server --> alice: CORE.ERROR~NAMETAKEN
alice: CORE.HELLO~tengen-6
server --> alice: CORE.ERROR~NAMETAKEN
alice: CORE.HELLO~TENGEN1
server --> alice: CORE.ERROR~NAMETAKEN
alice: CORE.HELLO~alice~CHAT
server --> alice: CORE.HELLO
alice: CHAT.GETLOBBY
server --> alice: CHAT.LOBBY~alice~tengen-1~tengen-2~tengen-3~tengen-4~tengen-5~tengen-6
`));

  test('continue their games after a restart, and so does a player who asked for the group', () =>
    performAgainstLevels(`
connect alice: nedap
connect rita: nedap from 127.0.0.2
alice: GO alice 9 tengen
server --> alice: WAITING
server --> alice: READY black tengen3 9
rita: GO rita 9 tengen
server --> rita: WAITING
server --> rita: READY black tengen5 9
alice: MOVE 4 4
server --> alice: VALID black 4 4
server --> alice: VALID white 0 0
restart
connect alice: nedap
connect rita: nedap from 127.0.0.2
alice: GO alice 9 tengen
server --> alice: WAITING
server --> alice: READY black tengen3 9
server --> alice: VALID black 4 4
server --> alice: VALID white 0 0
rita: GO rita 9 tengen
server --> rita: WAITING
server --> rita: READY black tengen5 9
rita: MOVE 4 4
server --> rita: VALID black 4 4
server --> rita: VALID white 0 0
`));
});
