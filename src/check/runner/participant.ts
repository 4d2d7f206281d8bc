import { match } from '../../protocols/conformance/dialogue/pattern.ts';
import { personOf, type Scope } from '../../protocols/conformance/dialogue/scope.ts';
import type { Aside, Heard, Language } from '../../protocols/conformance/language.ts';

/** A message that may come besides what is expected. */
interface Allowed extends Aside {
  /** Its pattern. */
  readonly line: string;
}

/** One of the clients of a dialogue, as far as the script runner knows it. */
export class Participant {
  state: 'new' | 'connecting' | 'connected' | 'closed' = 'new';
  /** It answers at once what the protocol makes every client answer. */
  hasReflexes = true;
  /** What has come and has not been judged yet. */
  readonly inbox: Heard[] = [];
  /** Each may come once. */
  readonly allowed: Allowed[] = [];
  /** What a question is answered whenever it comes, and whether it has come since. */
  readonly standing = new Map<string, { readonly line: string; asked: boolean }>();
  /** What was last said to the other side in its place. */
  lastSaid: string | undefined;
  #bytes: Uint8Array = new Uint8Array(0);

  /** The messages that are whole now. */
  hear(bytes: Uint8Array, language: Language): Heard[] {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    const heard: Heard[] = [];
    while (this.#bytes.length > 0) {
      const read = language.read(this.#bytes);
      if (read.kind === 'more') break;
      this.#bytes = this.#bytes.subarray(read.kind === 'broken' ? this.#bytes.length : read.length);
      heard.push(read.message);
    }
    return heard;
  }

  /** Drops the first message if it may come besides what is expected. */
  passOver(scope: Scope, language: Language): Aside | undefined {
    const [heard] = this.inbox;
    if (heard === undefined) return undefined;
    const index = this.allowed.findIndex(({ line }) => match(line, heard.text, scope) !== undefined);
    const [allowed] = index === -1 ? [] : this.allowed.splice(index, 1);
    const aside = allowed ?? language.aside(heard.text, [...scope.names.values()]);
    if (aside !== undefined) this.inbox.shift();
    return aside;
  }
}

/** The participants of a dialogue. */
export class Participants {
  readonly #all = new Map<string, Participant>();

  /** By its own name. */
  get(who: string): Participant {
    const known = this.#all.get(who);
    if (known !== undefined) return known;
    const participant = new Participant();
    this.#all.set(who, participant);
    return participant;
  }

  /** By the names in a dialogue, colours included. */
  each(names: readonly string[], scope: Scope): (readonly [string, Participant])[] {
    return names.map((name) => {
      const who = personOf(scope, name);
      return [who, this.get(who)];
    });
  }
}
