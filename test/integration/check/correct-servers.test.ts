import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ProtocolSettings } from '../../../src/protocols/protocol-settings.ts';
import { checkOwnServer } from '../../support/check/check-own-server.ts';
import { gomokursActions, igsLines } from '../../support/check/line-conversions.ts';
import {
  type Alteration,
  type AlteredClient,
  alterMessages,
  type LineConversion,
  replaceServerText,
  TEXT_LINES,
} from '../../support/check/message-alteration.ts';
import { titlesByVerdict } from '../../support/check/titles-by-verdict.ts';

interface Outcome {
  readonly broken: readonly string[];
  readonly notReached: readonly string[];
  readonly notes: readonly string[];
}

/** The result of a check of our own server whose messages are altered. */
async function outcome(
  listener: string,
  alteration: Alteration,
  settings: ProtocolSettings = {},
  conversion: LineConversion = TEXT_LINES,
): Promise<Outcome> {
  const protocol = listener.split('?')[0] ?? '';
  const checked = await checkOwnServer(protocol, listener, alterMessages(alteration, conversion), settings);
  const notes = checked.flatMap(({ verdict }) => (verdict.kind === 'kept' ? verdict.notes : []));
  return {
    broken: titlesByVerdict(checked, 'broken'),
    notReached: titlesByVerdict(checked, 'not reached'),
    notes: [...new Set(notes)].sort(),
  };
}

const followed = (...notes: string[]): Outcome => ({ broken: [], notReached: [], notes });

const sendToOthers = ({ others }: AlteredClient, line: string): void => {
  for (const other of others) other.send(line);
};

const UNKNOWN_KEYWORDS = 'lines with unknown keywords';

/** A server that knows only the later dialect. */
const laterOnly = (line: string, { sent }: AlteredClient): string =>
  /^GO/.test(line) && !sent[0]?.startsWith('PLAYER') ? 'KNIT' : line;

describe('a nedap server breaks no clause if it', () => {
  test('sends lines with unknown keywords', async () => {
    assert.deepEqual(
      await outcome('nedap', { serverLine: (line) => ['Status 3', '', line] }),
      followed(UNKNOWN_KEYWORDS),
    );
  });

  test('echoes every line that it receives, in both dialects', async () => {
    const echo: Alteration = {
      clientLine(line, client) {
        client.send(line);
        return [line];
      },
    };
    assert.deepEqual(await outcome('nedap', echo), followed(UNKNOWN_KEYWORDS));
    assert.deepEqual(await outcome('nedap', echo, { dialect: 'later' }), followed(UNKNOWN_KEYWORDS));
    const later: Alteration = {
      clientLine(line, client) {
        client.send(line);
        return [laterOnly(line, client)];
      },
    };
    assert.deepEqual(await outcome('nedap', later), followed(UNKNOWN_KEYWORDS, 'the later dialect'));
  });

  test('sends INVALID to both players', async () => {
    const toBoth: Alteration = {
      serverLine(line, client) {
        if (line.startsWith('INVALID')) sendToOthers(client, line);
        return [line];
      },
    };
    assert.deepEqual(await outcome('nedap', toBoth), followed('INVALID is told to the other player, too'));
  });

  test('gives no reason with INVALID', async () => {
    assert.deepEqual(
      await outcome('nedap', replaceServerText(/^INVALID.*/, 'INVALID')),
      followed('INVALID without a reason'),
    );
  });

  test('sends WAITING more than once', async () => {
    const again: Alteration = { serverLine: (line) => (line === 'WAITING' ? [line, line] : [line]) };
    assert.deepEqual(await outcome('nedap', again), followed('WAITING more than once'));
  });

  test('sends END before TABLEFLIPPED', async () => {
    const swapped: Alteration = {
      serverLine(line, { received }) {
        if (line.startsWith('TABLEFLIPPED')) return [];
        const flipped = received.at(-1)?.startsWith('TABLEFLIPPED') ? received.at(-1) : undefined;
        return flipped === undefined ? [line] : [line, flipped];
      },
    };
    assert.deepEqual(await outcome('nedap', swapped), followed());
  });

  test('scores an empty board in another way', async () => {
    assert.deepEqual(await outcome('nedap', replaceServerText(/^END 0.0 0.0$/, 'END 40.5 40.5')), followed());
  });

  test('removes a player from the game after an invalid move, but does not disconnect it', async () => {
    assert.deepEqual(await outcome('nedap', { closes: 'never' }), followed('out of the game, and not off the server'));
  });

  test('sends chat in another form', async () => {
    const form: Alteration = {
      serverLine: (line) => [line.replace(/^CHAT (.*)$/, 'CHAT [game] somebody says "$1"')],
    };
    assert.deepEqual(await outcome('nedap', form), followed('chat in another form'));
  });
});

describe('a nedap server that never says WAITING', () => {
  const WAITING = 'GO is answered by WAITING';

  test('breaks only that clause if it sends CHAT instead', async () => {
    const chatting = replaceServerText(/^WAITING$/, 'CHAT from server: WAITING for an opponent');
    assert.deepEqual(await outcome('nedap', chatting), { ...followed(), broken: [WAITING] });
    assert.deepEqual(await outcome('nedap', chatting, { dialect: 'later' }), { ...followed(), broken: [WAITING] });
  });

  test('is still examined in the right dialect', async () => {
    const later: Alteration = {
      serverLine: (line) => (line === 'WAITING' ? [] : [line]),
      clientLine(line, client) {
        if (line.startsWith('PLAYER')) client.send(line);
        return [laterOnly(line, client)];
      },
    };
    const found = await outcome('nedap', later);
    assert.deepEqual([found.broken, found.notReached], [[WAITING], []]);
    assert(found.notes.includes('the later dialect'));
  });
});

describe('an nu6 server breaks no clause if it', () => {
  test('sends messages that the document does not have', async () => {
    const more: Alteration = { serverLine: (line) => ['RANKS.BEST~3', line] };
    assert.deepEqual(await outcome('nu6', more), followed('messages that the document does not have'));
  });

  test('sends the error of an illegal move to both players', async () => {
    const toBoth: Alteration = {
      serverLine(line, client) {
        if (line.startsWith('CORE.ERROR~ILLEGAL')) sendToOthers(client, line);
        return [line];
      },
    };
    assert.deepEqual(await outcome('nu6', toBoth), followed('an error is told to the other player, too'));
  });

  test('adds a field to an error', async () => {
    const more: Alteration = {
      serverLine: (line) => [line.replace(/^CORE.ERROR~(?:NAMETAKEN|PATIENCE)$/, '$&~sorry')],
    };
    assert.deepEqual(await outcome('nu6', more), followed());
  });

  test('delivers chat messages without their sender', async () => {
    const unsigned = replaceServerText(/^(CHAT.MESSAGE~[^~]*)~.*$/, '$1');
    assert.deepEqual(await outcome('nu6', unsigned), followed('a message without its sender'));
  });

  test('sends a chat message to all clients', async () => {
    const toAll: Alteration = {
      clientLine(line, { sent, others }) {
        if (line !== 'CHAT.MESSAGE~Good evening') return [line];
        for (const other of others) {
          if (!other.sent[0]?.endsWith('~CHAT')) other.send(`${line}~${sent[0]?.split('~')[1]}`);
        }
        return [line];
      },
    };
    assert.deepEqual(await outcome('nu6', toAll), followed());
  });

  test('ends a player’s turn after an illegal move', async () => {
    const strict: Alteration = {
      clientLine(line, client) {
        if (!line.startsWith('CORE.MOVE') || !client.received.some((each) => each.includes('OCCUPIED'))) return [line];
        client.send('CORE.ERROR~PATIENCE');
        return [];
      },
    };
    assert.deepEqual(await outcome('nu6', strict), followed('an illegal move costs the turn'));
  });

  test('scores an empty board in another way', async () => {
    assert.deepEqual(await outcome('nu6', replaceServerText(/~DRAW~0~0$/, '~DRAW~40~40')), followed());
  });

  test('scores territory, with a komi', async () => {
    const japanese: Alteration = {
      serverLine: (line) => [
        line
          .replace('BLACK~81~0', 'BLACK~80~6.5')
          .replace('BLACK~3~1', 'WHITE~1~6.5')
          .replace('WHITE~2~3', 'WHITE~0~7.5')
          .replace('DRAW~1~1', 'WHITE~0~6.5')
          .replace('DRAW~0~0', 'WHITE~0~6.5'),
      ],
    };
    assert.deepEqual(await outcome('nu6', japanese), followed('points are territory, and white has a komi'));
  });

  test('sends ENTERED and LEFT more than once', async () => {
    const twice: Alteration = {
      serverLine: (line) => (/^CHAT.(?:ENTERED|LEFT)/.test(line) ? [line, line] : [line]),
    };
    assert.deepEqual(await outcome('nu6', twice), followed());
  });
});

describe('a DAIGO server breaks no clause if it', () => {
  test('sends the last pass before the result', async () => {
    const delayed = new WeakSet<readonly string[]>();
    const once: Alteration = {
      serverLine(line, { lastLine, received, others }) {
        if (
          !line.startsWith('RESULT') ||
          lastLine !== 'PLAY' ||
          others[0]?.lastLine !== 'PASS' ||
          delayed.has(received)
        )
          return [line];
        delayed.add(received);
        return ['PASS'];
      },
    };
    assert.deepEqual(await outcome('daigo?komi=0', once), followed('the last pass is told before the result'));
  });

  test('sends another of several errors that apply', async () => {
    const OTHER = 'another error that applies';
    const noGame: Alteration = {
      serverLine: (line, { lastLine }) => [
        line === 'ERROR 1' && /^(?:PLAY|STONE|PASS|FORFEIT)/.test(lastLine) ? 'ERROR 2' : line,
      ],
    };
    assert.deepEqual(await outcome('daigo?komi=0', noGame), followed(OTHER));
    const noTurn: Alteration = {
      serverLine: (line, { lastLine }) => [
        /^ERROR [1239]$/.test(line) && /^(?:STONE|PASS|FORFEIT)/.test(lastLine) ? 'ERROR 4' : line,
      ],
    };
    assert.deepEqual(await outcome('daigo?komi=0', noTurn), followed(OTHER));
  });

  test('has a larger board than usual, if the check has no size setting', async () => {
    assert.deepEqual(await outcome('daigo?komi=0&size=19', {}), followed());
  });
});

describe('a remastered server breaks no clause if it', () => {
  const NORMAL = 'remastered?size=9&seats=1';
  const LOCAL = 'remastered?size=9&mode=local';
  const isLocal = (title: string): boolean => title.includes('local');

  async function normal(alteration: Alteration): Promise<Outcome> {
    const { notReached, ...rest } = await outcome(NORMAL, alteration);
    return { ...rest, notReached: notReached.filter((title) => !isLocal(title)) };
  }

  test('draws an empty intersection as a small x, but for the clause about the X', async () => {
    const small: Alteration = {
      serverLine: (line) => [line.startsWith('stones') ? line.replaceAll('X', 'x') : line],
    };
    assert.deepEqual(await normal(small), { ...followed(), broken: ['an empty intersection is an X'] });
    const local = await outcome(LOCAL, small);
    assert.deepEqual(local.broken, []);
    assert.deepEqual(local.notReached.filter(isLocal), []);
  });

  test('sends one remove message for each stone', async () => {
    const one: Alteration = {
      serverLine(line) {
        const [word, ...stones] = line.match(/remove|\d+ \d+/g) ?? [];
        return word === 'remove' ? stones.map((stone) => `remove ${stone}`) : [line];
      },
    };
    assert.deepEqual(await normal(one), followed('stones are removed by several messages'));
  });

  test('is compatible with every version', async () => {
    const every: Alteration = {
      clientLine: (line) => [line.replace('knit', '0.1.0')],
      serverLine: (line, { lastLine }) => [lastLine === 'go knit' ? 'ok knit' : line],
    };
    assert.deepEqual(await normal(every), followed('every version is compatible'));
  });

  test('sends close after full', async () => {
    assert.deepEqual(await normal({ serverLine: (line) => (line === 'full' ? [line, 'close'] : [line]) }), followed());
  });

  test('sends ready only after both players have connected', async () => {
    const together: Alteration = {
      serverLine(line, client) {
        if (line !== 'ready') return [line];
        const [waiting] = client.others.filter(({ received }) => received.at(-1) === 'ready');
        waiting?.send('ready');
        return waiting === undefined ? [] : [line];
      },
    };
    assert.deepEqual((await normal(together)).broken, []);
  });

  test('begins with stones on the board', async () => {
    const handicap: Alteration = { serverLine: (line) => [line.replace(/^stones X/, 'stones 0')] };
    const { broken } = await normal(handicap);
    assert.deepEqual(broken, []);
  });
});

describe('a Gomokurs server breaks no clause if it', () => {
  const gomokurs = (alteration: Alteration): Promise<Outcome> =>
    outcome('gomokurs?size=15', alteration, {}, gomokursActions('0.1.0'));

  test('sends BEGIN before the players are READY', async () => {
    const atOnce: Alteration = {
      serverLine(line, { others }) {
        const isFirst = line === 'START 15' && !others.some(({ received }) => received.includes(line));
        return isFirst ? [line, 'BEGIN'] : line === 'BEGIN' ? [] : [line];
      },
    };
    assert.deepEqual(await gomokurs(atOnce), followed('BEGIN before both are READY'));
  });

  test('sends an error to both players and starts another game', async () => {
    const toBoth: Alteration = {
      serverLine(line, client) {
        if (line.startsWith('ERROR')) {
          sendToOthers(client, line);
          sendToOthers(client, 'START 15');
        }
        return [line];
      },
    };
    assert.deepEqual(await gomokurs(toBoth), followed());
  });

  test('starts another game by RESTART, in version 0.2.0', async () => {
    const again: Alteration = { ...replaceServerText(/^END$/, 'RESTART'), closes: 'never' };
    const found = await outcome('gomokurs?size=15', again, { version: '0.2.0' }, gomokursActions('0.2.0'));
    assert.deepEqual(found, followed('another game at once'));
  });

  test('has another rule for versions', async () => {
    const other: Alteration = {
      serverLine: (line) => [line === 'COMPATIBLE' ? 'ERROR which version is that?' : line],
    };
    const { broken } = await gomokurs(other);
    assert.deepEqual(broken, []);
  });
});

describe('an IGS server breaks no clause if it', () => {
  const igs = (alteration: Alteration): Promise<Outcome> => outcome('igs', alteration, {}, igsLines);

  test('asks for the password in plain text', async () => {
    assert.deepEqual(await igs(replaceServerText(/^1 1$/, 'Password:')), followed());
  });

  test('sends the captured stones after a move', async () => {
    assert.deepEqual(await igs({ serverLine: (line) => [line.replace(/^(15 +2\(B\): A8)$/, '$1 A9')] }), followed());
  });

  test('sends `say` without stars around the name, as NNGS does', async () => {
    assert.deepEqual(
      await igs({ serverLine: (line) => [line.replace(/^19 \*(\w+)\*:/, '19 $1')] }),
      followed('say without stars around the name'),
    );
  });

  test('sends `shout` as NNGS does, and marks dead stones without line 49', async () => {
    assert.deepEqual(await igs({ serverLine: (line) => [line.replace(/^21 !(\w+)!:/, '21 $1 -->>')] }), followed());
    const { broken } = await igs({ serverLine: (line) => (line.startsWith('49 ') ? [] : [line]) });
    assert.deepEqual(broken, []);
  });

  test('sends messages with other numbers', async () => {
    const more: Alteration = { serverLine: (line) => (line === '1 6' ? ['77 x', line] : [line]) };
    assert.deepEqual(await igs(more), followed('messages with other numbers'));
  });
});
