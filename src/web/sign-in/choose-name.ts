import { type ReadonlySignal, signal } from '@preact/signals';
import { ask, you } from '../connection/connection.ts';
import type { Reply } from '../connection/pending-requests.ts';
import { recall, remember } from '../settings/browser-storage.ts';

/** Why a name was not given. */
export type NameProblem = 'taken' | 'reserved' | 'full' | 'unfit' | 'lost';

/** The name of an earlier visit is kept here; empty for somebody who came as a guest. */
const NAME = 'name';

interface Question {
  /** A first name, or another one. */
  readonly kind: 'enter' | 'rename';
  readonly problem: NameProblem | undefined;
  readonly done: (entered: boolean) => void;
}

const question$ = signal<Question | undefined>(undefined);

/** What the dialog about the name has to ask at the moment. */
export const question: ReadonlySignal<Question | undefined> = question$;

/** The name to begin with: the account's, else that of an earlier visit. */
export const usualName = (): string => you.value.account ?? recall(NAME) ?? '';

/**
 * Sees to it that this client has entered, which everything but looking on needs. Whoever has been here before enters
 * under the same name without being asked. `false`: the visitor would rather not.
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

/** Asks for another name, or for a first one. */
export function askForName(): void {
  const kind = you.value.name === undefined ? 'enter' : 'rename';
  question$.value = { kind, problem: undefined, done: () => {} };
}

/** The dialog's answer; an empty name is a guest's. The dialog stays open where there is a problem. */
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
  return problemOf(await ask(name === '' ? { kind } : { kind, name }));
}

function problemOf(reply: Reply): NameProblem | undefined {
  if (reply.kind === 'lost') return 'lost';
  if (reply.kind === 'done') return undefined;
  switch (reply.why) {
    // Another tab of this browser was faster.
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
