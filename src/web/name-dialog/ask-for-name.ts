import { type ReadonlySignal, signal } from '@preact/signals';
import { ENTER, sendRequest, you } from '../connection/connection.ts';
import type { RequestOutcome } from '../connection/pending-requests.ts';
import { recall, remember } from '../settings/browser-storage.ts';

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

export const question: ReadonlySignal<Question | undefined> = question$;

/** The initial name in the dialog: the name of the account, or the last name. */
export const initialName = (): string => you.value.account ?? recall(NAME) ?? '';

/**
 * Makes sure that this client has entered, which is necessary for everything except watching. A returning visitor enters
 * under the last name without a question. Returns false if the visitor cancels.
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

export function askForName(): void {
  const kind = you.value.name === undefined ? 'enter' : 'rename';
  question$.value = { kind, problem: undefined, done: () => {} };
}

/** Handles the answer of the dialog. An empty name means a guest. If the name is refused, the dialog stays open. */
export async function answerName(name: string): Promise<void> {
  const current = question$.value;
  if (current === undefined) return;
  const problem = await tryName(current.kind, name);
  if (problem !== undefined) {
    question$.value = { ...current, problem };
    return;
  }
  remember(NAME, name);
  question$.value = undefined;
  current.done(true);
}

export function cancelName(): void {
  question$.value?.done(false);
  question$.value = undefined;
}

async function tryName(kind: Question['kind'], name: string): Promise<NameProblem | undefined> {
  if (kind === 'rename') return problemOf(await sendRequest({ kind, name }));
  return problemOf(await sendRequest(name === '' ? ENTER : { ...ENTER, name }));
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
