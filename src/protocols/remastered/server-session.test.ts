import { describe } from 'node:test';
import {
  at,
  BEGUN,
  black,
  DONE,
  EMPTY,
  ENTERED,
  local,
  played,
  refused,
  SEATED,
  SEEK,
  scenario,
  started,
  waiting,
  white,
} from '../../../test/support/protocols/remastered-server-dialogue.ts';

describe('handshake', () => {
  for (const version of ['0.1.0', '0.0.0', '12.345.6']) {
    scenario(`${version} is echoed`, (open) => open().clientSends(`go ${version}`, `ok ${version}`, '[enter]'));
  }
  for (const version of ['', ' 0.1', ' 1.2.3.4', ' 0.1.0b', ' v0.1.0', ' 0.1.0 0.1.0', ' ٠.١.٠', ' -1.0.0', ' 1..0']) {
    scenario(`go${version} is refused`, (open) => open().clientSends(`go${version}`, 'no', '[closes]'));
  }
  for (const line of ['', 'GO 0.1.0', 'hello', 'ack', 'close', 'place 1 1', 'CORE.HELLO~a']) {
    scenario(`first line ${JSON.stringify(line)}: the connection is closed without a message`, (open) =>
      open().clientSends(line, '[closes]'),
    );
  }
  scenario('bytes that are not UTF-8 first', (open) => open().clientSendsBytes(Uint8Array.of(0xff, 0x0a), '[closes]'));
  scenario('a first line that is too long', (open) => open().clientSendsBytes(Buffer.alloc(4098, 'g'), '[closes]'));
  scenario('spaces around a line and a CR are ignored', (open) =>
    open().clientSends('  go 0.1.0 \r', 'ok 0.1.0', '[enter]'),
  );
});

describe('setup', () => {
  scenario('no free place', (open) =>
    open({ size: '9', seats: '3' })
      .clientSends('go 0.1.0', 'ok 0.1.0', '[enter of 6]')
      .answer(refused('full'), 'full', '[closes]'),
  );
  scenario('the first client is black, and gets its colour before an opponent is found', (open) => black(open()));
  scenario('the second client is white', (open) => white(open()));
  scenario('a local game', (open) => local(open({ size: '9', mode: 'local' })));
  scenario('the mode in capitals', (open) => {
    const dialogue = open({ size: '9', case: 'upper' }).clientSends('go 0.1.0', 'ok 0.1.0', '[enter]');
    dialogue.answer(ENTERED, SEEK).answer(SEATED).notice(started('white'), 'mode NORMAL', 'color 1', EMPTY);
    const alone = open({ size: '9', mode: 'local', case: 'upper' }).clientSends('go 0.1.0', 'ok 0.1.0', '[enter of 1]');
    alone.answer(ENTERED, '[practise 9]').answer(SEATED).notice(started('both'), 'mode LOCAL', EMPTY);
  });
  scenario('an opponent is found before the client is ready', (open) =>
    waiting(open())
      .notice(started('black'))
      .clientSends('ack', 'ready', '[ready]')
      .answer(DONE)
      .notice(BEGUN, 'yourturn'),
  );
  scenario('stones that are never acknowledged', (open) =>
    waiting(open()).wait(9.9).wait(0.1, 'ready').clientSends('ack').notice(started('black'), '[ready]'),
  );
  scenario('an ack that is sent ahead counts for its stones', (open) =>
    open()
      .clientSendsBytes(Buffer.from('go 0.1.0\nack\n'), 'ok 0.1.0', '[enter]')
      .answer(ENTERED, SEEK)
      .answer(SEATED)
      .notice(started('white'), 'mode normal', 'color 1', EMPTY)
      .proceed('ready', '[ready]'),
  );
  scenario('black plays before the end of the set-up', (open) =>
    open()
      .clientSends('go 0.1.0', 'ok 0.1.0', '[enter]')
      .answer(ENTERED, SEEK)
      .answer(SEATED)
      .notice(started('white'), 'mode normal', 'color 1', EMPTY)
      .notice(played('black', 4, 4))
      .clientSends('ack', 'ready', 'place 0 4 4', '[ready]')
      .answer(DONE)
      .notice(BEGUN)
      .clientSends('ack', 'yourturn')
      .clientSends('ack'),
  );
  scenario('returning to a running game', (open) =>
    open()
      .clientSends('go 0.1.0', 'ok 0.1.0', '[enter]')
      .answer({ kind: 'entered', name: 'guest-1', held: true }, SEEK)
      .answer(SEATED)
      .notice(
        started(
          'white',
          'white',
          [{ kind: 'play', color: 'black', point: at(1, 0) }],
          [{ point: at(1, 0), color: 'black' }],
        ),
        'mode normal',
        'color 1',
        `stones X0${'X'.repeat(79)}`,
      )
      .clientSends('ack', 'ready', '[ready]')
      .answer(DONE)
      .notice(BEGUN, 'yourturn'),
  );
});
