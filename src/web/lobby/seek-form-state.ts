import { type Signal, signal } from '@preact/signals';
import { directory } from '../connection/connection.ts';
import { recall, remember } from '../settings/browser-storage.ts';
import { computerOpponent, levelsFor } from './computer-levels.ts';
import { newKey } from './invitation-link.tsx';
import { askLobby } from './lobby-requests.ts';
import { askedBoardOf, boardOf, optionsOf, restoreSeekForm, type SeekFormValues } from './seek-form-values.ts';

const KEY = 'parameters';

/** The current values of the seek form in the lobby. The browser stores them. */
export const seekForm: Signal<SeekFormValues> = signal(restoreSeekForm(recall(KEY)));

export const changeSeekForm = (changes: Partial<SeekFormValues>): void => {
  seekForm.value = { ...seekForm.value, ...changes };
  remember(KEY, JSON.stringify(seekForm.value));
};

/** Seeks a human player: any, or the named opponent. */
export const seekPerson = (wanted: SeekFormValues): Promise<boolean> => {
  const opponent = wanted.opponent.trim();
  return seek(wanted, opponent === '' ? {} : { opponent });
};

/** Seeks the computer at the chosen level. */
export const seekComputer = (wanted: SeekFormValues): Promise<boolean> =>
  seek(wanted, computerOpponent(wanted.level, levelsFor(boardOf(wanted), directory.value?.players.values() ?? [])));

/** Seeks the player who opens the link of the invitation. */
export const inviteFriend = (wanted: SeekFormValues): Promise<boolean> => seek(wanted, { invitation: newKey() });

const seek = (
  wanted: SeekFormValues,
  whom: { opponent?: string; computer?: true; invitation?: string },
): Promise<boolean> =>
  askLobby({
    kind: 'seek',
    board: askedBoardOf(wanted),
    options: optionsOf(wanted),
    ...whom,
    ...(wanted.color === 'either' ? {} : { color: wanted.color }),
  });
