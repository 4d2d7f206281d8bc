import { type Expectation, NOTHING, type Wording } from '../../protocols/conformance/dialogue/dialogue.ts';
import { match, show } from '../../protocols/conformance/dialogue/pattern.ts';
import type { Scope } from '../../protocols/conformance/dialogue/scope.ts';
import type { Language } from '../../protocols/conformance/language.ts';

/** What was found where an expected message should be. */
export interface Taken {
  readonly wording: Wording;
  /** What is known after it. */
  readonly scope: Scope;
  /** It was only a part, and this is said of that. */
  readonly note?: string;
}

/** What is still missing of an expectation, for each client that is to hear it. */
export class PendingExpectation {
  /** By client, the messages that have to come; each in one of its wordings. */
  readonly #left: Map<string, (readonly Wording[])[]>;

  constructor({ wordings, also }: Expectation, who: readonly string[]) {
    this.#left = new Map(who.map((each) => [each, [wordings, ...also.map((line) => [{ line }])]]));
  }

  /** The clients that have not heard everything. */
  get who(): string[] {
    return [...this.#left].filter(([, left]) => left.length > 0).map(([who]) => who);
  }

  /** Takes a message for one that is missing; `undefined` if it is none of them. */
  take(who: string, text: string, scope: Scope, language: Language): Taken | undefined {
    const left = this.#left.get(who) ?? [];
    for (const [index, wordings] of left.entries()) {
      for (const wording of wordings) {
        if (wording.line === NOTHING) continue;
        const learnt = match(wording.line, text, scope);
        if (learnt !== undefined) {
          if (!wording.again) left.splice(index, 1);
          return { wording, scope: learnt };
        }
        const rest = language.remainder?.(wording.line, text);
        if (rest !== undefined) {
          left[index] = [{ line: rest.line }];
          return { wording, scope, ...(rest.note !== undefined && { note: rest.note }) };
        }
      }
    }
    return undefined;
  }

  /** Takes silence for the message that is missing, if that is one of its wordings. */
  takeSilence(who: string): Wording | undefined {
    const left = this.#left.get(who) ?? [];
    const silence = left[0]?.find(({ line }) => line === NOTHING);
    if (silence !== undefined) left.shift();
    return silence;
  }

  /** For people, without what would only be tolerated. */
  wanted(who: string, scope: Scope): string {
    return (this.#left.get(who) ?? [])
      .flat()
      .filter(({ note, elsewhere }) => note === undefined && elsewhere === undefined)
      .map(({ line }) => (line === NOTHING ? 'nothing' : show(line, scope)))
      .join(', or ');
  }
}
