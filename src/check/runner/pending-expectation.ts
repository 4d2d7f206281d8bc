import { type Expectation, type ExpectedMessage, NOTHING } from '../../protocols/conformance/dialogue/dialogue.ts';
import type { DialogueVariables } from '../../protocols/conformance/dialogue/dialogue-variables.ts';
import { match, show } from '../../protocols/conformance/dialogue/pattern.ts';
import type { DialogueLanguage } from '../../protocols/conformance/dialogue-language.ts';

/** A message that matched an expectation. */
export interface ExpectationMatch {
  readonly wording: ExpectedMessage;
  /** The variables after the match. */
  readonly scope: DialogueVariables;
  /** Set if only a part of the message came: the note for the report. */
  readonly note?: string;
}

/** The part of an expectation that is still missing, for each client. */
export class PendingExpectation {
  /** By client: the missing messages, each with its alternative wordings. */
  readonly #left: Map<string, (readonly ExpectedMessage[])[]>;

  constructor({ wordings, also }: Expectation, who: readonly string[]) {
    this.#left = new Map(who.map((each) => [each, [wordings, ...also.map((line) => [{ line }])]]));
  }

  /** The clients for which a message is missing. */
  get who(): string[] {
    return [...this.#left].filter(([, left]) => left.length > 0).map(([who]) => who);
  }

  /** Matches a message with a missing one; `undefined` if none matches. */
  take(who: string, text: string, scope: DialogueVariables, language: DialogueLanguage): ExpectationMatch | undefined {
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

  /** Matches silence with the next missing message, if silence is one of its wordings. */
  takeSilence(who: string): ExpectedMessage | undefined {
    const left = this.#left.get(who) ?? [];
    const silence = left[0]?.find(({ line }) => line === NOTHING);
    if (silence !== undefined) left.shift();
    return silence;
  }

  /** The missing messages for people, without those that are only tolerated. */
  wanted(who: string, scope: DialogueVariables): string {
    return (this.#left.get(who) ?? [])
      .flat()
      .filter(({ note, elsewhere }) => note === undefined && elsewhere === undefined)
      .map(({ line }) => (line === NOTHING ? 'nothing' : show(line, scope)))
      .join(', or ');
  }
}
