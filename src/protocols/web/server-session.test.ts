import { describe, test } from 'node:test';
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

const YOU_SIT = '{"kind":"you","name":"anne","seat":{"game":7,"color":"black"}}';

const seated = (parameters = GO_PARAMETERS, board = GO_BOARD): string => `${ENTERED}
client: {"kind":"seek","board":${board.replace('"komi":7.5,', '')},"id":"s"}
        asks: {"kind":"seek","parameters":${parameters},"opponentKind":"person"}
answer: {"kind":"seated"}
        says: {"kind":"done","id":"s","waiting":false}
notice: ${started(parameters)}
        says: ${YOU_SIT}
        asks: {"kind":"watch","game":7}
answer: {"kind":"watching","view":${view(7, parameters)}}
        says: {"kind":"game","state":${state(7, board)},"now":1000}`;

describe('entering and leaving', () => {
  test('enters with a requested or an assigned name', () => {
    checkWebDialogue(ENTERED);
    checkWebDialogue(`
client: {"kind":"enter","id":"1"}
        asks: {"kind":"enter","receives":["chat"]}
answer: {"kind":"entered","name":"guest-1","held":false}
        says: {"kind":"done","id":"1","name":"guest-1"}
        says: {"kind":"you","name":"guest-1"}`);
  });

  test('refuses a taken or reserved name', () =>
    checkWebDialogue(`
client: {"kind":"enter","name":"bob","id":"1"}
        asks: {"kind":"enter","name":"bob","receives":["chat"]}
answer: {"kind":"refused","why":"name-taken"}
        says: {"kind":"refused","id":"1","why":"name-taken"}
client: {"kind":"enter","name":"bob","id":"2"}
        asks: {"kind":"enter","name":"bob","receives":["chat"]}
answer: {"kind":"refused","why":"name-taken","reserved":true}
        says: {"kind":"refused","id":"2","why":"name-reserved"}`));

  test('a client that has not entered can only watch, sync and leave', () => {
    for (const rest of [
      '"rename","name":"x"',
      `"seek","board":${GO_BOARD}`,
      '"cancel"',
      `"take","host":"bob","board":${GO_BOARD}`,
      '"play","point":{"x":0,"y":0}',
      '"pass"',
      '"resign"',
      '"offer","what":"draw"',
      '"accept"',
      '"decline"',
      '"chat","text":"hoi","to":"everyone"',
    ]) {
      checkWebDialogue(`
client: {"kind":${rest},"id":"1"}
        says: {"kind":"refused","id":"1","why":"not-entered"}`);
    }
    checkWebDialogue(`
client: {"kind":"watch","game":3}
        asks: {"kind":"watch","game":3}
answer: {"kind":"refused","why":"no-game"}
        says: {"kind":"refused","why":"no-game"}
client: {"kind":"sync"}
        says: {"kind":"you"}
        says: {"kind":"done"}
client: {"kind":"leave","id":"9"}
        says: {"kind":"done","id":"9"}
        says: {"kind":"goodbye","why":"left"}
        closes`);
  });

  test('refuses to enter twice', () =>
    checkWebDialogue(`${ENTERED}
client: {"kind":"enter","name":"bob","id":"2"}
        says: {"kind":"refused","id":"2","why":"entered-already"}`));

  test('renames; another spelling of the same name changes nothing', () =>
    checkWebDialogue(`${ENTERED}
client: {"kind":"rename","name":"Ann"}
        asks: {"kind":"rename","name":"Ann"}
answer: {"kind":"done"}
        says: {"kind":"done","name":"Ann"}
        says: {"kind":"you","name":"Ann"}
client: {"kind":"rename","name":"ANN"}
        asks: {"kind":"rename","name":"ANN"}
answer: {"kind":"done"}
        says: {"kind":"done","name":"Ann"}
        says: {"kind":"you","name":"Ann"}`));

  test('leaves', () =>
    checkWebDialogue(`${ENTERED}
client: {"kind":"leave"}
        asks: {"kind":"leave"}
answer: {"kind":"done"}
        says: {"kind":"done"}
        says: {"kind":"goodbye","why":"left"}
        closes`));

  test('sends goodbye when the server ends the session', () => {
    for (const [notice, why] of [
      ['farewell', 'stops'],
      ['replaced', 'replaced'],
      ['removed', 'removed'],
    ]) {
      checkWebDialogue(`
notice: {"kind":"${notice}"}
        says: {"kind":"goodbye","why":"${why}"}
        closes`);
    }
  });

  test('a returning player gets the reserved seat at once', () =>
    checkWebDialogue(`
client: {"kind":"enter","name":"anne","id":"1"}
        asks: {"kind":"enter","name":"anne","receives":["chat"]}
answer: {"kind":"entered","name":"anne","held":true}
        says: {"kind":"done","id":"1","name":"anne"}
        says: {"kind":"you","name":"anne"}
        asks: {"kind":"return"}
answer: {"kind":"seated"}
notice: ${started(GO_PARAMETERS)}
        says: ${YOU_SIT}
        asks: {"kind":"watch","game":7}
answer: {"kind":"watching","view":${view(7, GO_PARAMETERS, '[{"kind":"play","color":"black","point":12},{"kind":"pass","color":"white"}]')}}
        says: {"kind":"game","state":${state(7, GO_BOARD, '[{"kind":"play","color":"black","point":{"x":3,"y":1}},{"kind":"pass","color":"white"}]')},"now":1000}`));

  test('sends the account that is signed in', () =>
    checkWebDialogue(
      `
client: {"kind":"sync"}
        says: {"kind":"you","account":"anne"}
        says: {"kind":"done"}`,
      'anne',
    ));
});

describe('seeks', () => {
  test('wait, are sent to the client, and are cancelled', () =>
    checkWebDialogue(`${ENTERED}
client: {"kind":"seek","board":{"game":"go","size":9},"opponent":"bob","color":"white","id":"1"}
        asks: {"kind":"seek","parameters":${GO_PARAMETERS},"opponent":"bob","color":"white"}
answer: {"kind":"waiting"}
        says: {"kind":"done","id":"1","waiting":true}
        says: {"kind":"you","name":"anne","seek":{"board":${GO_BOARD},"opponent":"bob","color":"white"}}
client: {"kind":"cancel","id":"2"}
        asks: {"kind":"cancel"}
answer: {"kind":"done"}
        says: {"kind":"done","id":"2"}
        says: {"kind":"you","name":"anne"}
client: {"kind":"cancel","id":"3"}
        asks: {"kind":"cancel"}
answer: {"kind":"refused","why":"no-such-seek"}
        says: {"kind":"refused","id":"3","why":"no-such-seek"}`));

  test('are declined by their opponents, which the client learns without observing', () =>
    checkWebDialogue(`${ENTERED}
client: {"kind":"seek","board":{"game":"go","size":9},"opponent":"bob","id":"1"}
        asks: {"kind":"seek","parameters":${GO_PARAMETERS},"opponent":"bob"}
answer: {"kind":"waiting"}
        says: {"kind":"done","id":"1","waiting":true}
        says: {"kind":"you","name":"anne","seek":{"board":${GO_BOARD},"opponent":"bob"}}
notice: {"kind":"directory","changes":[{"kind":"seek-removed","host":"anne"}]}
        says: {"kind":"you","name":"anne","declined":"bob"}
client: {"kind":"decline-seek","host":"carl","id":"2"}
        asks: {"kind":"decline-seek","host":"carl"}
answer: {"kind":"done"}
        says: {"kind":"done","id":"2"}
client: {"kind":"decline-seek","host":"dora","id":"3"}
        asks: {"kind":"decline-seek","host":"dora"}
answer: {"kind":"refused","why":"no-such-seek"}
        says: {"kind":"refused","id":"3","why":"no-such-seek"}`));

  test('without an opponent are for persons, or for computer players', () =>
    checkWebDialogue(`${ENTERED}
client: {"kind":"seek","board":{"game":"go","size":9},"id":"1"}
        asks: {"kind":"seek","parameters":${GO_PARAMETERS},"opponentKind":"person"}
answer: {"kind":"waiting"}
        says: {"kind":"done","id":"1","waiting":true}
        says: {"kind":"you","name":"anne","seek":{"board":${GO_BOARD}}}
client: {"kind":"seek","board":{"game":"go","size":9},"computer":true,"color":"black","id":"2"}
        asks: {"kind":"seek","parameters":${GO_PARAMETERS},"opponentKind":"computer","color":"black"}
answer: {"kind":"waiting"}
        says: {"kind":"done","id":"2","waiting":true}
        says: {"kind":"you","name":"anne","seek":{"board":${GO_BOARD},"computer":true,"color":"black"}}`));

  test('of other players are taken with their board', () =>
    checkWebDialogue(`${ENTERED}
client: {"kind":"take","host":"bob","board":${GOMOKU_BOARD}}
        asks: {"kind":"take","host":"bob","parameters":${GOMOKU_BOARD}}
answer: {"kind":"refused","why":"no-such-seek"}
        says: {"kind":"refused","why":"no-such-seek"}
client: {"kind":"take","host":"bob","board":${GO_BOARD}}
        asks: {"kind":"take","host":"bob","parameters":${GO_PARAMETERS.replace('"fixedKomi":false', '"fixedKomi":true')}}
answer: {"kind":"seated"}
        says: {"kind":"done"}`));

  test('end when a game begins', () =>
    checkWebDialogue(`${ENTERED}
client: {"kind":"seek","board":{"game":"go","size":9}}
        asks: {"kind":"seek","parameters":${GO_PARAMETERS},"opponentKind":"person"}
answer: {"kind":"waiting"}
        says: {"kind":"done","waiting":true}
        says: {"kind":"you","name":"anne","seek":{"board":${GO_BOARD}}}
notice: ${started(GO_PARAMETERS)}
        says: ${YOU_SIT}
        asks: {"kind":"watch","game":7}`));
});

describe('a game', () => {
  test("is sent as the lobby's news, each event once", () =>
    checkWebDialogue(`${seated()}
client: {"kind":"play","point":{"x":3,"y":1},"id":"p"}
        asks: {"kind":"play","point":12}
answer: {"kind":"done"}
        says: {"kind":"done","id":"p"}
notice: {"kind":"played","color":"black","point":12,"captured":[]}
notice: {"kind":"spectator-update","game":7,"at":990,"update":{"kind":"played","color":"black","point":12,"captured":[],"used":{"black":5,"white":0}}}
        says: {"kind":"played","game":7,"at":990,"color":"black","point":{"x":3,"y":1},"captured":[],"used":{"black":5,"white":0}}
notice: {"kind":"spectator-update","game":7,"at":991,"update":{"kind":"played","color":"white","point":80,"captured":[12,0],"used":{"black":5,"white":1}}}
        says: {"kind":"played","game":7,"at":991,"color":"white","point":{"x":8,"y":8},"captured":[{"x":3,"y":1},{"x":0,"y":0}],"used":{"black":5,"white":1}}
client: {"kind":"pass"}
        asks: {"kind":"pass"}
answer: {"kind":"done"}
        says: {"kind":"done"}
notice: {"kind":"passed","color":"black"}
notice: {"kind":"spectator-update","game":7,"at":992,"update":{"kind":"passed","color":"black","used":{"black":6,"white":1}}}
        says: {"kind":"passed","game":7,"at":992,"color":"black","used":{"black":6,"white":1}}
notice: {"kind":"spectator-update","game":7,"at":993,"update":{"kind":"renamed","color":"white","name":"rob"}}
        says: {"kind":"renamed","game":7,"at":993,"color":"white","name":"rob"}
client: {"kind":"resign"}
        asks: {"kind":"forfeit","how":"resigned"}
answer: {"kind":"done"}
        says: {"kind":"done"}
notice: {"kind":"ended","winner":"white","reason":"resigned","score":{"black":0,"white":88.5}}
notice: {"kind":"spectator-update","game":7,"at":994,"update":{"kind":"ended","winner":"white","reason":"resigned","score":{"black":0,"white":88.5}}}
        says: {"kind":"ended","game":7,"at":994,"winner":"white","reason":"resigned","score":{"black":0,"white":88.5}}
        says: {"kind":"you","name":"anne"}`));

  test('that ends before it is watched still has its end', () =>
    checkWebDialogue(`${ENTERED}
notice: ${started(GO_PARAMETERS)}
        says: ${YOU_SIT}
        asks: {"kind":"watch","game":7}
notice: {"kind":"played","color":"black","point":12,"captured":[]}
notice: {"kind":"ended","winner":"black","reason":"left","score":{"black":0,"white":7.5}}
        says: {"kind":"ended","game":7,"at":1000,"winner":"black","reason":"left","score":{"black":0,"white":7.5}}
        says: {"kind":"you","name":"anne"}
answer: {"kind":"refused","why":"no-game"}`));

  test('refuses illegal moves, and names the rules that forbid them', () =>
    checkWebDialogue(`${seated()}
client: {"kind":"play","point":{"x":9,"y":0},"id":"1"}
        asks: {"kind":"play","point":"off-board"}
answer: {"kind":"refused","why":"off-board"}
        says: {"kind":"refused","id":"1","why":"off-board"}
client: {"kind":"play","point":{"x":0,"y":0},"id":"2"}
        asks: {"kind":"play","point":0}
answer: {"kind":"refused","why":"suicide","opponentRules":true}
        says: {"kind":"refused","id":"2","why":"suicide","opponentRules":true}`));

  test('without a game, the lobby refuses the move', () =>
    checkWebDialogue(`${ENTERED}
client: {"kind":"play","point":{"x":0,"y":0}}
        asks: {"kind":"play","point":"off-board"}
answer: {"kind":"refused","why":"no-game"}
        says: {"kind":"refused","why":"no-game"}`));

  test('of Gomoku has no pass', () =>
    checkWebDialogue(`${seated(GOMOKU_BOARD, GOMOKU_BOARD)}
client: {"kind":"pass","id":"1"}
        asks: {"kind":"pass"}
answer: {"kind":"refused","why":"no-pass"}
        says: {"kind":"refused","id":"1","why":"no-pass"}`));

  test('may have begun before its notice: the lobby knows which game', () =>
    checkWebDialogue(`${ENTERED}
client: {"kind":"seek","board":{"game":"gomoku","size":5}}
        asks: {"kind":"seek","parameters":{"game":"gomoku","size":5,"rule":"freestyle"},"opponentKind":"person"}
answer: {"kind":"waiting"}
        says: {"kind":"done","waiting":true}
        says: {"kind":"you","name":"anne","seek":{"board":{"game":"gomoku","size":5,"rule":"freestyle"}}}
client: {"kind":"pass"}
        asks: {"kind":"pass"}
answer: {"kind":"refused","why":"no-pass"}
        says: {"kind":"refused","why":"no-pass"}`));

  test('has offers, answers, and take-backs', () =>
    checkWebDialogue(`${seated()}
client: {"kind":"offer","what":"draw","id":"1"}
        asks: {"kind":"propose","what":"draw"}
answer: {"kind":"refused","why":"cannot-propose"}
        says: {"kind":"refused","id":"1","why":"cannot-offer"}
client: {"kind":"accept","id":"2"}
        asks: {"kind":"agree"}
answer: {"kind":"refused","why":"no-proposal"}
        says: {"kind":"refused","id":"2","why":"no-offer"}
notice: {"kind":"spectator-update","game":7,"at":990,"update":{"kind":"proposed","color":"white","what":"undo"}}
        says: {"kind":"offered","game":7,"at":990,"color":"white","what":"undo"}
client: {"kind":"decline"}
        asks: {"kind":"decline"}
answer: {"kind":"done"}
        says: {"kind":"done"}
notice: {"kind":"spectator-update","game":7,"at":991,"update":{"kind":"declined","color":"black"}}
        says: {"kind":"declined","game":7,"at":991,"color":"black"}
notice: {"kind":"spectator-update","game":7,"at":992,"update":{"kind":"undone","view":${view(7, GO_PARAMETERS)}}}
        says: {"kind":"game","state":${state(7, GO_BOARD)},"now":1000}`));
});
