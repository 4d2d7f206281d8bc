import { type Signal, signal } from '@preact/signals';
import { directory } from '../connection/connection.ts';
import { recall, remember } from '../settings/browser-storage.ts';
import { computerOpponent, levelsFor } from './computer-levels.ts';
import { askedBoardOf, boardOf, type GameChoice, optionsOf, savedChoice } from './game-choice.ts';
import { newKey } from './invitation-link.tsx';
import { askLobby } from './lobby-requests.ts';

const KEY = 'parameters';

/** The values of the lobby's form, which the browser stores. */
export const choice: Signal<GameChoice> = signal(savedChoice(recall(KEY)));

export const changeChoice = (changes: Partial<GameChoice>): void => {
  choice.value = { ...choice.value, ...changes };
  remember(KEY, JSON.stringify(choice.value));
};

/** Seeks a human player: any, or the named opponent. */
export const seekPerson = (wanted: GameChoice): Promise<boolean> => {
  const opponent = wanted.opponent.trim();
  return seek(wanted, opponent === '' ? {} : { opponent });
};

/** Seeks the computer at the chosen level. */
export const seekComputer = (wanted: GameChoice): Promise<boolean> =>
  seek(wanted, computerOpponent(wanted.level, levelsFor(boardOf(wanted), directory.value?.players.values() ?? [])));

/** Seeks the player who opens the link of the invitation. */
export const inviteFriend = (wanted: GameChoice): Promise<boolean> => seek(wanted, { invitation: newKey() });

const seek = (
  wanted: GameChoice,
  whom: { opponent?: string; computer?: true; invitation?: string },
): Promise<boolean> =>
  askLobby({
    kind: 'seek',
    board: askedBoardOf(wanted),
    options: optionsOf(wanted),
    ...whom,
    ...(wanted.color === 'either' ? {} : { color: wanted.color }),
  });
