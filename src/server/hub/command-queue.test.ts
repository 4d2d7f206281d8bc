import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InMemoryConnections } from '../../../test/support/server/in-memory-connections.ts';
import type { Command } from '../../lobby/command.ts';
import type { ServerSession, ServerSessionOutput } from '../../protocols/server-session-types.ts';
import type { Transport } from './transport.ts';

const NOTHING: ServerSessionOutput = { send: [], ask: [], close: false };
const TRANSPORT: Transport = { id: 'link', send: () => {}, close: () => {}, pause: () => {} };

/** A session that sends all of `commands` whenever it receives bytes; at first, this is to enter as `name`. Records the answers. */
class CommandSession implements ServerSession {
  readonly deadline = undefined;
  readonly backlog = 0;
  readonly answers: string[] = [];
  commands: readonly Command[];

  constructor(name: string) {
    this.commands = [{ kind: 'enter', name, receives: ['chat', 'arrivals'] }];
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

test('commands that a client sends at once are decided in order, even if the first one waits for the broadcast queue', async () => {
  const clients = await InMemoryConnections.open();
  const protocol = { name: 'asking', carryName: (name: string) => name };
  const join = (name: string) => {
    const session = new CommandSession(name);
    const client = { protocol, open: () => session, listener: 'asking', address: '10.0.0.1' };
    const connection = clients.hub.connect(client, TRANSPORT);
    connection.receive(Buffer.of(0));
    return { session, connection };
  };
  const sessions = Array.from({ length: 401 }, (_, index) => join(`listener-${index}`));
  await clients.settle();
  const chat: Command = { kind: 'chat', text: 'hello', to: 'everyone' };
  const [broadcaster, requester] = sessions;
  assert(broadcaster !== undefined && requester !== undefined);
  // These commands cause more notices than the broadcast queue accepts: each causes 400.
  broadcaster.session.commands = Array<Command>(251).fill(chat);
  broadcaster.connection.receive(Buffer.of(0));
  await clients.clock.step();
  requester.session.answers.length = 0;
  requester.session.commands = [chat, { kind: 'who' }];
  requester.connection.receive(Buffer.of(0));
  await clients.clock.step();
  await clients.settle();
  assert.deepEqual(requester.session.answers, ['done', 'names']);
});
