import { match } from '../../protocols/conformance/dialogue/dialogue-line-pattern.ts';
import { clientNamed, type DialogueVariables } from '../../protocols/conformance/dialogue/dialogue-variables.ts';
import type {
  DialogueAdapter,
  ReceivedMessage,
  ToleratedMessage,
} from '../../protocols/conformance/dialogue-adapter.ts';

/** A message that may arrive in addition to the expected message. */
interface Allowed extends ToleratedMessage {
  /** The pattern of the message. */
  readonly line: string;
}

export class DialogueClientState {
  state: 'new' | 'connecting' | 'connected' | 'closed' = 'new';
  /** Whether the script runner sends the answers that the protocol demands from every client. */
  answersAutomatically = true;
  /** Received messages that have not been compared with the dialogue yet. */
  readonly inbox: ReceivedMessage[] = [];
  /** Messages that may arrive once each. */
  readonly allowed: Allowed[] = [];
  /** For each question: the answer that is sent each time, and whether the question has arrived. */
  readonly standingAnswers = new Map<string, { readonly line: string; wasAsked: boolean }>();
  /** The last message that the runner has sent on this client's connection. */
  lastSent: string | undefined;
  #unread: Uint8Array = new Uint8Array(0);

  /** Adds received bytes. Returns the messages that are now complete. */
  receive(bytes: Uint8Array, adapter: DialogueAdapter): ReceivedMessage[] {
    this.#unread = Buffer.concat([this.#unread, bytes]);
    const messages: ReceivedMessage[] = [];
    while (this.#unread.length > 0) {
      const read = adapter.read(this.#unread);
      if (read.kind === 'more') break;
      this.#unread = this.#unread.subarray(read.kind === 'broken' ? this.#unread.length : read.length);
      messages.push(read.message);
    }
    return messages;
  }

  /** Removes the first message of the inbox if it may arrive in addition to the expected message. */
  skipTolerated(scope: DialogueVariables, adapter: DialogueAdapter): ToleratedMessage | undefined {
    const [first] = this.inbox;
    if (first === undefined) return undefined;
    const index = this.allowed.findIndex(({ line }) => match(line, first.text, scope) !== undefined);
    const [allowed] = index === -1 ? [] : this.allowed.splice(index, 1);
    const tolerated = allowed ?? adapter.tolerate(first.text, [...scope.names.values()]);
    if (tolerated !== undefined) this.inbox.shift();
    return tolerated;
  }
}

export class DialogueClients {
  readonly #clients = new Map<string, DialogueClientState>();

  get(who: string): DialogueClientState {
    const known = this.#clients.get(who);
    if (known !== undefined) return known;
    const client = new DialogueClientState();
    this.#clients.set(who, client);
    return client;
  }

  /** Finds clients by their names in a dialogue. A colour stands for the client that plays it. */
  each(names: readonly string[], scope: DialogueVariables): (readonly [string, DialogueClientState])[] {
    return names.map((name) => {
      const who = clientNamed(scope, name);
      return [who, this.get(who)];
    });
  }
}
