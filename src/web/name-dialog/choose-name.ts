import { type ReadonlySignal, signal } from '@preact/signals';
import { ask, ENTER, you } from '../connection/connection.ts';
import type { RequestOutcome } from '../connection/pending-requests.ts';
import { recall, remember } from '../settings/browser-storage.ts';

/** Why a name was refused. */
export type NameProblem = 'taken' | 'reserved' | 'full' | 'unfit' | 'lost';

/** The storage key of the last name; empty for a guest. */
const NAME = 'name';

interface Question {
  /** A first name or a new one. */
  readonly kind: 'enter' | 'rename';
  readonly problem: NameProblem | undefined;
  readonly done: (entered: boolean) => void;
}

const question$ = signal<Question | undefined>(undefined);

/** The question that the name dialog asks at the moment. */
export const question: ReadonlySignal<Question | undefined> = question$;

/** The initial name: that of the account, or the last one. */
export const usualName = (): string => you.value.account ?? recall(NAME) ?? '';

/**
 * Makes sure that this client has entered, which everything except watching needs. A returning visitor enters under the
 * last name without a question. `false`: the visitor has cancelled.
 */
export async function ensureEntered(): Promise<boolean> {
  if (you.value.name !== undefined) return true;
  const known = you.value.account ?? recall(NAME);
  const problem = known === undefined ? undefined : await tryName('enter', known);
  if (known !== undefined && problem === undefined) return true;
  return new Promise((done) => {
    question$.value = { kind: 'enter', problem, done };
  });
}

/** Asks for a first or a new name. */
export function askForName(): void {
  const kind = you.value.name === undefined ? 'enter' : 'rename';
  question$.value = { kind, problem: undefined, done: () => {} };
}

/** Handles the answer of the dialog; an empty name is a guest. The dialog stays open if the name is refused. */
export async function answerName(name: string): Promise<void> {
  const asked = question$.value;
  if (asked === undefined) return;
  const problem = await tryName(asked.kind, name);
  if (problem !== undefined) {
    question$.value = { ...asked, problem };
    return;
  }
  remember(NAME, name);
  question$.value = undefined;
  asked.done(true);
}

export function cancelName(): void {
  question$.value?.done(false);
  question$.value = undefined;
}

async function tryName(kind: Question['kind'], name: string): Promise<NameProblem | undefined> {
  if (kind === 'rename') return problemOf(await ask({ kind, name }));
  return problemOf(await ask(name === '' ? ENTER : { ...ENTER, name }));
}

function problemOf(reply: RequestOutcome): NameProblem | undefined {
  if (reply.kind === 'lost') return 'lost';
  if (reply.kind === 'done') return undefined;
  switch (reply.why) {
    // Another tab of this browser has entered already.
    case 'entered-already':
      return undefined;
    case 'name-taken':
      return 'taken';
    case 'name-reserved':
      return 'reserved';
    case 'full':
      return 'full';
    default:
      return 'unfit';
  }
}
