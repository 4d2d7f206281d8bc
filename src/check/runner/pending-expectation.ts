import { type Expectation, type ExpectedMessage, NOTHING } from '../../protocols/conformance/dialogue/dialogue.ts';
import { match, show } from '../../protocols/conformance/dialogue/dialogue-line-pattern.ts';
import type { DialogueVariables } from '../../protocols/conformance/dialogue/dialogue-variables.ts';
import type { DialogueAdapter } from '../../protocols/conformance/dialogue-adapter.ts';

export interface ExpectationMatch {
  readonly wording: ExpectedMessage;
  /** The variables after the match. */
  readonly scope: DialogueVariables;
  /** The note for the report, if only a part of the message arrived. */
  readonly note?: string;
}

/** The messages of an expectation that have not arrived yet, for each client. */
export class PendingExpectation {
  /** For each client the missing messages. A missing message is a list of alternative wordings. */
  readonly #missing: Map<string, (readonly ExpectedMessage[])[]>;

  constructor({ wordings, also }: Expectation, who: readonly string[]) {
    this.#missing = new Map(who.map((each) => [each, [wordings, ...also.map((line) => [{ line }])]]));
  }

  /** The clients for which a message is missing. */
  get who(): string[] {
    return [...this.#missing].filter(([, left]) => left.length > 0).map(([who]) => who);
  }

  /** Finds the missing message that a received message matches. Undefined: it matches none. */
  matchMessage(
    who: string,
    text: string,
    scope: DialogueVariables,
    adapter: DialogueAdapter,
  ): ExpectationMatch | undefined {
    const left = this.#missing.get(who) ?? [];
    for (const [index, wordings] of left.entries()) {
      for (const wording of wordings) {
        if (wording.line === NOTHING) continue;
        const matched = match(wording.line, text, scope);
        if (matched !== undefined) {
          if (!wording.again) left.splice(index, 1);
          return { wording, scope: matched };
        }
        const rest = adapter.missingPart?.(wording.line, text);
        if (rest !== undefined) {
          left[index] = [{ line: rest.line }];
          return { wording, scope, ...(rest.note !== undefined && { note: rest.note }) };
        }
      }
    }
    return undefined;
  }

  /** If silence is a wording of the next missing message, removes this message and returns the wording. */
  matchSilence(who: string): ExpectedMessage | undefined {
    const left = this.#missing.get(who) ?? [];
    const silence = left[0]?.find(({ line }) => line === NOTHING);
    if (silence !== undefined) left.shift();
    return silence;
  }

  /** The missing messages as text for the report, without wordings that are only tolerated. */
  expectedText(who: string, scope: DialogueVariables): string {
    return (this.#missing.get(who) ?? [])
      .flat()
      .filter(({ note, elsewhere }) => note === undefined && elsewhere === undefined)
      .map(({ line }) => (line === NOTHING ? 'nothing' : show(line, scope)))
      .join(', or ');
  }
}
