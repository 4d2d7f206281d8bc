import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InMemoryConnections } from '../../../test/support/server/in-memory-connections.ts';
import type { Command } from '../../lobby/command.ts';
import type { ServerSession, ServerSessionOutput } from '../../protocols/server-session-types.ts';
import type { Transport } from './transport.ts';

const NOTHING: ServerSessionOutput = { send: [], ask: [], close: false };
const LINK: Transport = { id: 'link', send: () => {}, close: () => {}, pause: () => {} };

/** Enters as `name`, and then asks for `commands` at once each time that bytes come. Notes the answers, as they come. */
class Asking implements ServerSession {
  readonly deadline = undefined;
  readonly backlog = 0;
  readonly answers: string[] = [];
  commands: readonly Command[];

  constructor(name: string) {
    this.commands = [{ kind: 'enter', name, hears: ['chat', 'arrivals'] }];
  }

  receive(): ServerSessionOutput {
    return { ...NOTHING, ask: this.commands };
  }

  answer({ kind }: { readonly kind: string }): ServerSessionOutput {
    this.answers.push(kind);
    return NOTHING;
  }

  open = (): ServerSessionOutput => NOTHING;
  notify = (): ServerSessionOutput => NOTHING;
  proceed = (): ServerSessionOutput => NOTHING;
  tick = (): ServerSessionOutput => NOTHING;
}

test('what one client asks for at once is decided in that order, also where the first of it has to wait for room', async () => {
  const callers = await InMemoryConnections.open();
  const protocol = { name: 'asking', carryName: (name: string) => name };
  const join = (name: string) => {
    const session = new Asking(name);
    const caller = { protocol, open: () => session, listener: 'asking', address: '10.0.0.1' };
    const connection = callers.hub.connect(caller, LINK);
    connection.receive(Buffer.of(0));
    return { session, connection };
  };
  const crowd = Array.from({ length: 401 }, (_, index) => join(`listener-${index}`));
  await callers.settle();
  const chat: Command = { kind: 'chat', text: 'hello', to: 'everyone' };
  const [talker, requester] = crowd;
  assert(talker !== undefined && requester !== undefined);
  // More notices than may wait to be told: 400 for each of these.
  talker.session.commands = Array<Command>(251).fill(chat);
  talker.connection.receive(Buffer.of(0));
  await callers.clock.step();
  requester.session.answers.length = 0;
  requester.session.commands = [chat, { kind: 'who' }];
  requester.connection.receive(Buffer.of(0));
  await callers.clock.step();
  await callers.settle();
  assert.deepEqual(requester.session.answers, ['done', 'names']);
});
