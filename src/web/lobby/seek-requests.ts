import { directory } from '../connection/connection.ts';
import { computerOpponent, levelsFor } from './computer-levels.ts';
import { newKey } from './invitation-link.tsx';
import { askLobby } from './lobby-requests.ts';
import { askedBoardOf, boardOf, optionsOf, type SeekFormValues } from './seek-form-values.ts';

/** Seeks a human player: any, or the named opponent. */
export const seekPerson = (values: SeekFormValues): Promise<boolean> => {
  const opponent = values.opponent.trim();
  return seek(values, opponent === '' ? {} : { opponent });
};

/** Seeks the computer at the chosen level. */
export const seekComputer = (values: SeekFormValues): Promise<boolean> =>
  seek(values, computerOpponent(values.level, levelsFor(boardOf(values), directory.value?.players.values() ?? [])));

/** Seeks the player who opens the link of the invitation. */
export const inviteFriend = (values: SeekFormValues): Promise<boolean> => seek(values, { invitation: newKey() });

const seek = (
  values: SeekFormValues,
  whom: { opponent?: string; computer?: true; invitation?: string },
): Promise<boolean> =>
  askLobby({
    kind: 'seek',
    board: askedBoardOf(values),
    options: optionsOf(values),
    ...whom,
    ...(values.color === 'either' ? {} : { color: values.color }),
  });
