import { LINES, type Stone } from './recorded.ts';

/** What either seat says, and what both must be told before anything else is said: black's, and white's. */
export interface Step {
  readonly say: readonly [Buffer, Buffer];
  readonly told: readonly [Buffer, Buffer];
}

/** How a game is played in one protocol, word for word. */
export interface Dialect {
  /** How two clients of these names sit down to a game, the first of them black; one table at a time. */
  sitDown(black: string, white: string): readonly Step[];
  /** What a stone comes to, until both seats are told of it. */
  place(stone: Stone): readonly Step[];
}

const step = (say: readonly [string, string], told: readonly [string, string]): Step => ({
  say: [Buffer.from(say[0], 'latin1'), Buffer.from(say[1], 'latin1')],
  told: [Buffer.from(told[0], 'latin1'), Buffer.from(told[1], 'latin1')],
});

/** The mover's first. */
const byMover = ({ color }: Stone, mover: string, other: string): readonly [string, string] =>
  color === 'black' ? [mover, other] : [other, mover];

const both = (text: string): readonly [string, string] => [text, text];

const nu6 = (lines: number): Dialect => ({
  sitDown: (black, white) => [
    step([`CORE.HELLO~${black}\nCORE.NEWGAME~${lines}\n`, ''], ['CORE.HELLO\n', '']),
    step(['', `CORE.HELLO~${white}\n`], ['', 'CORE.HELLO\n']),
    step(
      ['', `CORE.NEWGAME~${lines}\n`],
      [`CORE.MATCH~BLACK~${lines}~${white}\n`, `CORE.MATCH~WHITE~${lines}~${black}\n`],
    ),
  ],
  place: (stone) => {
    const move = `CORE.MOVE~${stone.y * lines + stone.x}\n`;
    return [step(byMover(stone, move, ''), both(move))];
  },
});

const nedap: Dialect = {
  sitDown: (black, white) => [
    step([`GO ${black} ${LINES} ${white}\n`, ''], ['WAITING\n', '']),
    step(
      ['', `GO ${white} ${LINES} ${black}\n`],
      [`READY black ${white} ${LINES}\n`, `WAITING\nREADY white ${black} ${LINES}\n`],
    ),
  ],
  place: (stone) => [
    step(byMover(stone, `MOVE ${stone.x} ${stone.y}\n`, ''), both(`VALID ${stone.color} ${stone.x} ${stone.y}\n`)),
  ],
};

const remastered: Dialect = {
  sitDown: () => {
    const welcome = (color: 0 | 1): string =>
      `ok 0.1.0\nmode normal\ncolor ${color}\nstones ${'X'.repeat(LINES ** 2)}\n`;
    return [
      step(['go 0.1.0\n', ''], [welcome(0), '']),
      step(['', 'go 0.1.0\n'], ['', welcome(1)]),
      step(['ack\n', ''], ['ready\n', '']),
      step(['', 'ack\n'], ['yourturn\n', 'ready\n']),
    ];
  },
  place: (stone) => {
    const { color, x, y, captured } = stone;
    const removed = `remove ${captured.map((at) => `${at.x} ${at.y}`).join(' ')}\n`;
    // The turn is acknowledged together with what is done with it.
    const placed = step(
      byMover(stone, `ack\nplace ${x} ${y}\n`, ''),
      both(`place ${color === 'black' ? 0 : 1} ${x} ${y}\n`),
    );
    if (captured.length === 0) return [placed, step(both('ack\n'), byMover(stone, 'ack\n', 'yourturn\n'))];
    return [
      placed,
      step(both('ack\n'), byMover(stone, `ack\n${removed}`, removed)),
      step(both('ack\n'), byMover(stone, '', 'yourturn\n')),
    ];
  },
};

const daigo: Dialect = {
  sitDown: (black, white) => [
    step([`HELO ${black}\n`, `HELO ${white}\n`], both('OK\n')),
    step(['CREATE\n', ''], ['OK\n', '']),
    step(['', `JOIN ${black}\n`], ['', 'OK\n']),
    step(both('PLAY\n'), [`START ${white}\n`, `WAIT ${black}\n`]),
  ],
  place: (stone) => {
    const placed = `STONE ${stone.x + 1} ${stone.y + 1}\n`;
    return [
      step(byMover(stone, placed, ''), byMover(stone, 'OK\n', '')),
      step(byMover(stone, '', 'PLAY\n'), byMover(stone, '', placed)),
    ];
  },
};

const VERSION = '\x0c\0\0\0\x050.2.0';

/** The later version's numbers. */
const gomokurs: Dialect = {
  sitDown: () => {
    const start = `\x01${String.fromCharCode(LINES)}`;
    return [
      step([VERSION, ''], ['\0', '']),
      step(['', VERSION], [start, `\0${start}`]),
      step(both('\x0d'), ['\x04', '']),
    ];
  },
  place: (stone) => {
    const at = String.fromCharCode(stone.x, stone.y);
    return [step(byMover(stone, `\x0e${at}`, ''), byMover(stone, '', `\x03${at}`))];
  },
};

const DIALECTS = { nu6: nu6(LINES), nedap, remastered, daigo, gomokurs } as const;
export type Protocol = keyof typeof DIALECTS;
export const PROTOCOLS = Object.keys(DIALECTS) as readonly Protocol[];
/** Only nu6's players can choose their board. */
export const dialectOf = (protocol: Protocol, lines: number): Dialect =>
  protocol === 'nu6' ? nu6(lines) : DIALECTS[protocol];

/** Both name the table at which they meet. */
const meeting = (table: string): readonly Step[] => [step(both(table), both(table))];
const byLine = (black: string): readonly Step[] => meeting(`${black}\n`);

/** The same messages to and fro at a relay (relay.ts), which knows no words but those that it must. */
export const RELAYED: Readonly<Record<Protocol, Dialect>> = {
  nu6: { sitDown: byLine, place: DIALECTS.nu6.place },
  nedap: {
    sitDown: byLine,
    place: (stone) => {
      const move = `MOVE ${stone.x} ${stone.y}\n`;
      return [step(byMover(stone, move, ''), both(move))];
    },
  },
  remastered: {
    sitDown: byLine,
    place: (stone) => {
      const place = `place ${stone.x} ${stone.y}\n`;
      return [step(byMover(stone, `ack\n${place}`, ''), both(place)), step(both('ack\n'), both('ack\n'))];
    },
  },
  daigo: {
    sitDown: byLine,
    place: (stone) => {
      const placed = `STONE ${stone.x + 1} ${stone.y + 1}\n`;
      return [
        step(byMover(stone, placed, ''), byMover(stone, placed, '')),
        step(byMover(stone, '', 'PLAY\n'), byMover(stone, '', 'PLAY\n')),
      ];
    },
  },
  gomokurs: {
    sitDown: (black) => meeting(`\x0c\0\0\0${String.fromCharCode(black.length)}${black}`),
    place: (stone) => {
      const play = `\x0e${String.fromCharCode(stone.x, stone.y)}`;
      return [step(byMover(stone, play, ''), byMover(stone, '', play))];
    },
  },
};
