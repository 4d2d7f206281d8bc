import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  checkWebDialogue,
  ENTERED,
  GO_BOARD,
  GO_PARAMETERS,
  GOMOKU_BOARD,
  started,
  state,
  view,
} from '../../../test/support/protocols/web-dialogue.ts';
import type { Command, CommandAnswer } from '../../lobby/command.ts';
import { directoryOf } from '../api/lobby-to-json.ts';
import { parseServerMessage } from '../api/parse-server-message.ts';
import type { ServerSessionOutput } from '../server-session-types.ts';
import { WebServerSession } from './server-session.ts';

const watched = (game: number, parameters = GO_PARAMETERS, board = GO_BOARD): string => `
client: {"kind":"watch","game":${game},"id":"w"}
        asks: {"kind":"watch","game":${game}}
answer: {"kind":"watching","view":${view(game, parameters)}}
        says: {"kind":"game","state":${state(game, board)},"now":1000}
        says: {"kind":"done","id":"w"}`;

const NOBODY = '{"players":[],"seeks":[],"games":[]}';
const observed = `
client: {"kind":"observe"}
        asks: {"kind":"observe"}
answer: {"kind":"directory","directory":${NOBODY}}
        says: {"kind":"directory","players":[],"seeks":[],"games":[],"now":1000}
        says: {"kind":"done"}`;

describe('watching', () => {
  test("sends a game's state and its events, until unwatch", () =>
    checkWebDialogue(`${watched(3, GOMOKU_BOARD, GOMOKU_BOARD)}
notice: {"kind":"spectator-update","game":3,"at":990,"update":{"kind":"played","color":"black","point":16,"captured":[],"used":{"black":1,"white":0}}}
        says: {"kind":"played","game":3,"at":990,"color":"black","point":{"x":1,"y":1},"captured":[],"used":{"black":1,"white":0}}
client: {"kind":"unwatch","game":3,"id":"u"}
        asks: {"kind":"unwatch","game":3}
answer: {"kind":"done"}
        says: {"kind":"unwatched","game":3}
        says: {"kind":"done","id":"u"}
client: {"kind":"unwatch","game":3,"id":"v"}
        says: {"kind":"done","id":"v"}`));

  test('sends a long game in parts, and then done', () => {
    const move = (color: string, point: number): string => `{"kind":"play","color":"${color}","point":${point}}`;
    const earlier = (first: number, moves: string, next: number): string =>
      `{"game":3,"parameters":${GO_PARAMETERS},"first":${first},"moves":[${moves}],"next":{"moves":${next},"undone":0}}`;
    const last = view(3, GO_PARAMETERS).replace('"moves":[]', '"moves":[],"earlier":2');
    checkWebDialogue(`
client: {"kind":"watch","game":3,"id":"w"}
        asks: {"kind":"watch","game":3}
answer: {"kind":"moves","earlier":${earlier(0, move('black', 0), 1)}}
        says: {"kind":"turns","game":3,"first":0,"turns":[{"kind":"play","color":"black","point":{"x":0,"y":0}}]}
        asks: {"kind":"watch","game":3,"after":{"moves":1,"undone":0}}
answer: {"kind":"moves","earlier":${earlier(1, move('white', 1), 2)}}
        says: {"kind":"turns","game":3,"first":1,"turns":[{"kind":"play","color":"white","point":{"x":1,"y":0}}]}
        asks: {"kind":"watch","game":3,"after":{"moves":2,"undone":0}}
answer: {"kind":"watching","view":${last}}
        says: {"kind":"game","state":${state(3, GO_BOARD).replace('"turns":[]', '"turns":[],"earlier":2')},"now":1000}
        says: {"kind":"done","id":"w"}`);
  });

  test('refuses a game that ended before its last part was sent', () =>
    checkWebDialogue(`
client: {"kind":"watch","game":3,"id":"w"}
        asks: {"kind":"watch","game":3}
answer: {"kind":"moves","earlier":{"game":3,"parameters":${GO_PARAMETERS},"first":0,"moves":[],"next":{"moves":1,"undone":0}}}
        says: {"kind":"turns","game":3,"first":0,"turns":[]}
        asks: {"kind":"watch","game":3,"after":{"moves":1,"undone":0}}
answer: {"kind":"refused","why":"no-game"}
        says: {"kind":"refused","id":"w","why":"no-game"}`));

  test('sends a long directory in parts, and then done', () =>
    checkWebDialogue(`
client: {"kind":"observe","id":"o"}
        asks: {"kind":"observe"}
answer: {"kind":"directory","directory":${NOBODY},"next":{"player":250,"game":7}}
        says: {"kind":"directory","players":[],"seeks":[],"games":[],"now":1000}
        asks: {"kind":"observe","after":{"player":250,"game":7}}
answer: {"kind":"directory","directory":{"players":[{"name":"zoe","protocol":"nu6"}],"seeks":[],"games":[]}}
        says: {"kind":"changes","changes":[{"kind":"player-arrived","player":{"name":"zoe","protocol":"nu6"}}],"now":1000}
        says: {"kind":"done","id":"o"}`));

  test('sends which player is away, as an event and in the state', () => {
    const away = (text: string): string =>
      text.replace('"offers":true', '"away":["white"],"awayUntil":{"white":5000},"offers":true');
    checkWebDialogue(`${watched(3)}
notice: {"kind":"spectator-update","game":3,"at":990,"update":{"kind":"away","color":"white","until":5000,"used":{"black":90,"white":0}}}
        says: {"kind":"away","game":3,"at":990,"color":"white","until":5000,"used":{"black":90,"white":0}}
client: {"kind":"watch","game":3}
        asks: {"kind":"watch","game":3}
answer: {"kind":"watching","view":${view(3, GO_PARAMETERS).replace('"away":[]', '"away":["white"],"awayUntil":{"white":5000}')}}
        says: {"kind":"game","state":${away(state(3, GO_BOARD))},"now":1000}
        says: {"kind":"done"}
notice: {"kind":"spectator-update","game":3,"at":995,"update":{"kind":"back","color":"white"}}
        says: {"kind":"back","game":3,"at":995,"color":"white"}`);
  });

  test('stops watching a game that has ended', () =>
    checkWebDialogue(`${watched(3)}
notice: {"kind":"spectator-update","game":3,"at":990,"update":{"kind":"ended","reason":"stopped"}}
        says: {"kind":"ended","game":3,"at":990,"reason":"stopped"}
client: {"kind":"sync"}
        says: {"kind":"you"}
        says: {"kind":"done"}`));

  test("sends the player's own game until it ends", () =>
    checkWebDialogue(`${ENTERED}
notice: ${started(GO_PARAMETERS)}
        says: {"kind":"you","name":"anne","seat":{"game":7,"color":"black"}}
        asks: {"kind":"watch","game":7}
answer: {"kind":"watching","view":${view(7, GO_PARAMETERS)}}
        says: {"kind":"game","state":${state(7, GO_BOARD)},"now":1000}
client: {"kind":"unwatch","game":7}
        says: {"kind":"done"}
notice: {"kind":"spectator-update","game":7,"at":990,"update":{"kind":"declined","color":"white"}}
        says: {"kind":"declined","game":7,"at":990,"color":"white"}`));

  test('allows 32 games at once, and the same game repeatedly', () => {
    const games = Array.from({ length: 32 }, (_, index) => watched(index + 1)).join('');
    checkWebDialogue(`${games}
client: {"kind":"watch","game":33,"id":"1"}
        says: {"kind":"refused","id":"1","why":"too-many"}${watched(5)}`);
  });
});

describe('the directory', () => {
  test('is sent whole, then as changes, until unobserve', () =>
    checkWebDialogue(`${observed}
notice: {"kind":"directory","changes":[{"kind":"player-arrived","player":{"name":"bob","protocol":"nu6"}},{"kind":"seek-added","seek":{"host":"bob","protocol":"nu6","parameters":${GO_PARAMETERS},"options":{},"since":900}},{"kind":"seek-removed","host":"bob"},{"kind":"game-started","game":{"game":3,"parameters":${GOMOKU_BOARD},"black":{"name":"x","protocol":"gomokurs"},"white":{"name":"y","protocol":"web"},"since":901,"options":{"rated":true,"private":false,"takeBack":true,"estimate":false}}},{"kind":"game-ended","game":3},{"kind":"player-left","name":"bob"}]}
        says: {"kind":"changes","changes":[{"kind":"player-arrived","player":{"name":"bob","protocol":"nu6"}},{"kind":"seek-added","seek":{"host":"bob","protocol":"nu6","board":${GO_BOARD},"since":900}},{"kind":"seek-removed","host":"bob"},{"kind":"game-started","game":{"game":3,"board":${GOMOKU_BOARD},"black":{"name":"x","protocol":"gomokurs"},"white":{"name":"y","protocol":"web"},"since":901,"options":{"rated":true,"private":false,"takeBack":true,"estimate":false}}},{"kind":"game-ended","game":3},{"kind":"player-left","name":"bob"}],"now":1000}
client: {"kind":"unobserve"}
        asks: {"kind":"unobserve"}
answer: {"kind":"done"}
        says: {"kind":"done"}
client: {"kind":"unobserve"}
        says: {"kind":"done"}`));

  test('has the offers of computer players', () => {
    const ruleset = { ko: 'positional', suicide: 'forbidden' } as const;
    const { players } = directoryOf({
      players: [
        {
          name: 'tengen',
          protocol: 'computer',
          lastReceivedAt: 0,
          offers: [
            { game: 'go', sizes: [9, 13], ruleset },
            { game: 'gomoku', sizes: [15], rules: ['freestyle', 'renju'] },
          ],
        },
      ],
      seeks: [],
      games: [],
    });
    assert.equal(
      JSON.stringify(players),
      '[{"name":"tengen","protocol":"computer","offers":[{"game":"go","sizes":[9,13]},{"game":"gomoku","sizes":[15],"rules":["freestyle","renju"]}]}]',
    );
  });
});

describe('chat', () => {
  test('is sent to its receiver, and repeated to its sender', () => {
    for (const [to, told] of [
      ['"everyone"', '"to":"everyone"'],
      ['{"name":"bob"}', '"to":"player","name":"bob"'],
      ['{"game":3}', '"to":"game","game":3'],
    ]) {
      checkWebDialogue(`${ENTERED}
client: {"kind":"chat","text":"hoi\\u0007\\u202e","to":${to},"id":"1"}
        asks: {"kind":"chat","text":"hoi\\u0007\\u202e","to":${to}}
answer: {"kind":"done"}
        says: {"kind":"done","id":"1"}
        says: {"kind":"chat","from":"anne","text":"hoi--",${told},"own":true,"at":1000}`);
    }
    checkWebDialogue(`${ENTERED}
client: {"kind":"chat","text":"hoi","to":{"name":"bob"}}
        asks: {"kind":"chat","text":"hoi","to":{"name":"bob"}}
answer: {"kind":"refused","why":"cannot-chat"}
        says: {"kind":"refused","why":"cannot-chat"}`);
  });

  test('of the client is marked as its own, also after a change of the name', () =>
    checkWebDialogue(`${ENTERED}
client: {"kind":"chat","text":"hoi","to":"everyone"}
        asks: {"kind":"chat","text":"hoi","to":"everyone"}
answer: {"kind":"done"}
        says: {"kind":"done"}
        says: {"kind":"chat","from":"anne","text":"hoi","to":"everyone","own":true,"at":1000}
client: {"kind":"rename","name":"anna"}
        asks: {"kind":"rename","name":"anna"}
answer: {"kind":"done"}
        says: {"kind":"done","name":"anna"}
        says: {"kind":"you","name":"anna"}
client: {"kind":"sync"}
        says: {"kind":"you","name":"anna"}
        says: {"kind":"chat","from":"anne","text":"hoi","to":"everyone","own":true,"at":1000}
        says: {"kind":"done"}`));

  test('of others is sent without control characters, and HTML is not changed', () =>
    checkWebDialogue(`${ENTERED}
notice: {"kind":"chat","from":"<b>","fromOpponent":false,"text":"<script>\\n\\u2028</script>","to":"you"}
        says: {"kind":"chat","from":"<b>","text":"<script>--</script>","to":"you","at":1000}
notice: {"kind":"chat","from":"bob","fromOpponent":false,"text":"hm","to":{"game":3}}
        says: {"kind":"chat","from":"bob","text":"hm","to":"game","game":3,"at":1000}
notice: ${started(GO_PARAMETERS)}
        says: {"kind":"you","name":"anne","seat":{"game":7,"color":"black"}}
        asks: {"kind":"watch","game":7}
notice: {"kind":"chat","from":"bob","fromOpponent":true,"text":"hm","to":"opponent"}
        says: {"kind":"chat","from":"bob","text":"hm","to":"opponent","game":7,"at":1000}`));
});

describe('sync', () => {
  test('sends the whole state again, and then done', () =>
    checkWebDialogue(`${ENTERED}${observed}${watched(3)}
notice: {"kind":"chat","from":"bob","fromOpponent":false,"text":"hoi","to":"everyone"}
        says: {"kind":"chat","from":"bob","text":"hoi","to":"everyone","at":1000}
client: {"kind":"sync","id":"1"}
        says: {"kind":"you","name":"anne"}
        asks: {"kind":"observe"}
        asks: {"kind":"watch","game":3}
answer: {"kind":"directory","directory":${NOBODY}}
        says: {"kind":"directory","players":[],"seeks":[],"games":[],"now":1000}
notice: {"kind":"spectator-update","game":3,"at":990,"update":{"kind":"declined","color":"white"}}
        says: {"kind":"declined","game":3,"at":990,"color":"white"}
answer: {"kind":"watching","view":${view(3, GO_PARAMETERS)}}
        says: {"kind":"game","state":${state(3, GO_BOARD)},"now":1000}
        says: {"kind":"chat","from":"bob","text":"hoi","to":"everyone","at":1000}
        says: {"kind":"done","id":"1"}`));

  test('sends only the end of a game that ends meanwhile', () =>
    checkWebDialogue(`${watched(3)}
client: {"kind":"sync"}
        says: {"kind":"you"}
        asks: {"kind":"watch","game":3}
notice: {"kind":"spectator-update","game":3,"at":990,"update":{"kind":"ended","reason":"abandoned"}}
        says: {"kind":"ended","game":3,"at":990,"reason":"abandoned"}
answer: {"kind":"refused","why":"no-game"}
        says: {"kind":"done"}`));

  test('has the last 50 chat messages', () => {
    const line = (index: number): string => `{"kind":"chat","from":"bob","text":"${index}","to":"everyone","at":1000}`;
    const talk = Array.from({ length: 60 }, (_, index) => {
      const notice = `{"kind":"chat","from":"bob","fromOpponent":false,"text":"${index}","to":"everyone"}`;
      return `\nnotice: ${notice}\n        says: ${line(index)}`;
    });
    const again = Array.from({ length: 50 }, (_, index) => `\n        says: ${line(index + 10)}`);
    checkWebDialogue(`${ENTERED}${talk.join('')}
client: {"kind":"sync"}
        says: {"kind":"you","name":"anne"}${again.join('')}
        says: {"kind":"done"}`);
  });
});

describe('malformed messages', () => {
  test('are refused, and change nothing', () =>
    checkWebDialogue(`
client: hello
        says: {"kind":"refused","why":"malformed","problem":"not JSON"}
client: {"kind":"dance","id":"7"}
        says: {"kind":"refused","id":"7","why":"malformed","problem":"no such kind of message"}
client raw: {"kind":"\\xff"}\\n
        says: {"kind":"refused","why":"malformed","problem":"not UTF-8"}
${ENTERED}`));

  test('that are too long end the session', () =>
    checkWebDialogue(`
client: ${'x'.repeat(4096)}
        says: {"kind":"refused","why":"malformed","problem":"not JSON"}
client raw: ${'x'.repeat(4097)}
        says: {"kind":"refused","why":"malformed","problem":"a message has at most 4096 bytes"}
        closes`));

  test('messages in one packet are answered once each, in order', () => {
    const session = new WebServerSession(0);
    const sent: unknown[] = [];
    const asked: Command[] = [];
    const record = ({ send, ask }: ServerSessionOutput): void => {
      asked.push(...ask);
      for (const line of Buffer.concat(send).toString().split('\n').slice(0, -1)) sent.push(JSON.parse(line));
    };
    const messages = ['{"kind":"enter","id":"1"}', '{"kind":"dance","id":"2"}', '{"kind":"sync","id":"3"}'];
    record(session.receive(Buffer.from(`${messages.join('\n')}\n`), 0));
    assert.deepEqual([asked.length, sent], [1, []]);
    record(session.answer({ kind: 'entered', name: 'guest-1', held: false }, 0));
    record(session.proceed(0));
    const ids = sent.flatMap((each) => (each as { readonly id?: string }).id ?? []);
    assert.deepEqual(ids, ['1', '2', '3']);
  });

  test('random bytes never throw, and every sent line is a message', () => {
    const texts = [
      '{"kind":"enter"}',
      '{"kind":"sync"}',
      '{"kind":"watch","game":3}',
      '{"kind":"play","point":{"x":1,"y":1}}',
      '{"kind":"pass"}',
      '{"kind":"leave"}',
    ];
    const pieces = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.constantFrom(...texts.map((text) => Buffer.from(`${text}\n`))),
      fc.constant(Buffer.from('\n')),
    );
    const answers: readonly CommandAnswer[] = [{ kind: 'done' }, { kind: 'refused', why: 'no-game' }];
    const check = (said: readonly Uint8Array[], lucky: boolean): void => {
      const session = new WebServerSession(0);
      const open: Command[] = [];
      const record = ({ send, ask }: ServerSessionOutput): void => {
        open.push(...ask);
        for (const line of Buffer.concat(send).toString().split('\n').slice(0, -1)) {
          assert(parseServerMessage(line).ok, line);
        }
      };
      for (const bytes of said) {
        record(session.receive(bytes, 0));
        for (let command = open.shift(); command !== undefined; command = open.shift()) {
          const entered = { kind: 'entered', name: 'guest-1', held: lucky } as const;
          record(session.answer(command.kind === 'enter' ? entered : (answers[lucky ? 0 : 1] ?? answers[0]!), 0));
          record(session.proceed(0));
        }
      }
    };
    fc.assert(fc.property(fc.array(pieces), fc.boolean(), check), { numRuns: 500 });
  });
});
