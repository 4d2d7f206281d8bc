import { clientNamed, type DialogueVariables } from '../../protocols/conformance/dialogue/dialogue-variables.ts';
import { match } from '../../protocols/conformance/dialogue/pattern.ts';
import type {
  DialogueLanguage,
  ReceivedMessage,
  ToleratedMessage,
} from '../../protocols/conformance/dialogue-language.ts';

/** A message that may come in addition to the expected one. */
interface Allowed extends ToleratedMessage {
  /** The pattern of the message. */
  readonly line: string;
}

/** One client of a dialogue, as the script runner sees it. */
export class DialogueClient {
  state: 'new' | 'connecting' | 'connected' | 'closed' = 'new';
  /** Whether the script runner sends the answers that the protocol demands from every client. */
  hasReflexes = true;
  /** Received messages that have not been judged yet. */
  readonly inbox: ReceivedMessage[] = [];
  /** Messages that may come once each. */
  readonly allowed: Allowed[] = [];
  /** By question: the answer that is sent each time, and whether the question has come. */
  readonly standing = new Map<string, { readonly line: string; asked: boolean }>();
  /** The last message that was sent in place of this client. */
  lastSaid: string | undefined;
  #bytes: Uint8Array = new Uint8Array(0);

  /** Adds bytes and returns the messages that are complete. */
  hear(bytes: Uint8Array, language: DialogueLanguage): ReceivedMessage[] {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    const heard: ReceivedMessage[] = [];
    while (this.#bytes.length > 0) {
      const read = language.read(this.#bytes);
      if (read.kind === 'more') break;
      this.#bytes = this.#bytes.subarray(read.kind === 'broken' ? this.#bytes.length : read.length);
      heard.push(read.message);
    }
    return heard;
  }

  /** Removes the first message if it may come in addition to the expected one. */
  passOver(scope: DialogueVariables, language: DialogueLanguage): ToleratedMessage | undefined {
    const [heard] = this.inbox;
    if (heard === undefined) return undefined;
    const index = this.allowed.findIndex(({ line }) => match(line, heard.text, scope) !== undefined);
    const [allowed] = index === -1 ? [] : this.allowed.splice(index, 1);
    const aside = allowed ?? language.tolerate(heard.text, [...scope.names.values()]);
    if (aside !== undefined) this.inbox.shift();
    return aside;
  }
}

/** All clients of a dialogue. */
export class DialogueClients {
  readonly #all = new Map<string, DialogueClient>();

  /** By name. */
  get(who: string): DialogueClient {
    const known = this.#all.get(who);
    if (known !== undefined) return known;
    const participant = new DialogueClient();
    this.#all.set(who, participant);
    return participant;
  }

  /** By the names in a dialogue; a colour stands for the client that plays it. */
  each(names: readonly string[], scope: DialogueVariables): (readonly [string, DialogueClient])[] {
    return names.map((name) => {
      const who = clientNamed(scope, name);
      return [who, this.get(who)];
    });
  }
}
