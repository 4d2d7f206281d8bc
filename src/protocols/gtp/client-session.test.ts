import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testDialogues } from '../../../test/support/players/client-dialogue-tests.ts';
import { runScript, sessionOpener } from '../../../test/support/players/client-script.ts';
import { gtpClient } from './client-session.ts';

testDialogues(new URL('client-session.dialogues.txt', import.meta.url), gtpClient, 'size=5');

describe('client settings', () => {
  test('a controller with white requests the first move, and sends its komi', () => {
    runScript(
      sessionOpener(gtpClient, 'color=white&komi=0.5'),
      `
        client: 1 protocol_version
        server: =1 2
        server:
        event: entered
        intent: seek
        client: 2 boardsize 9
        server: =2
        server:
        client: 3 komi 0.5
        client: 4 clear_board
        server: =3
        server:
        server: =4
        server:
        client: 5 genmove b
        event: started white on 9, ko positional suicide forbidden komi 0.5
      `,
    );
  });

  test('a wrong setting is reported in one line', () => {
    const problemOf = (settings: Record<string, string>): string | undefined => {
      const read = gtpClient.configure(settings);
      return read.ok ? undefined : read.problem;
    };
    assert.match(problemOf({ size: '26' }) ?? '', /^gtp: size is a whole number from 2 to 25/);
    assert.match(problemOf({ color: 'green' }) ?? '', /^gtp: color is one of black, white/);
    assert.match(problemOf({ komi: 'six' }) ?? '', /^gtp: komi is a number/);
    assert.match(problemOf({ name: 'anne' }) ?? '', /^gtp has no setting/);
  });
});

test('after a lost connection the moves are sent again, and the next move is requested', () => {
  const open = sessionOpener(gtpClient, 'size=5');
  const before = runScript(
    open,
    `
      client: 1 protocol_version
      server: =1 2
      server:
      event: entered
      intent: seek
      client: 2 boardsize 5
      server: =2
      server:
      client: 3 clear_board
      server: =3
      server:
      event: started black on 5, ko positional suicide forbidden komi 7.5
      event: your turn black
      intent: play 2,2
      client: 4 play b C3
      server: =4
      server:
      client: 5 genmove w
      event: played black 2,2
      hangs up
      event: remark: the server closed the connection
      closes
    `,
  );
  runScript(
    open,
    `
      client: 1 protocol_version
      server: =1 2
      server:
      event: entered
      intent: seek
      client: 2 boardsize 5
      server: =2
      server:
      client: 3 clear_board
      server: =3
      server:
      client: 4 play b C3
      client: 5 genmove w
      event: started black on 5, ko positional suicide forbidden komi 7.5
      event: played black 2,2
      server: =4
      server:
      server: =5 C4
      server:
      event: played white 2,1
      event: your turn black
    `,
    { before },
  );
});
