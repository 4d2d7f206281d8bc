import type { ListedSeek } from '../../protocols/api/message-schemas.ts';
import { boardName, rulesInBrief } from '../formatting/game-text.ts';
import { language, texts } from '../texts/page-language.ts';
import { askLobby } from './lobby-requests.ts';

/** Accepts a waiting seek. */
export const takeSeek = ({ host, board }: ListedSeek): Promise<boolean> => askLobby({ kind: 'take', host, board });

/** The game of a waiting seek in words. */
export function SeekDescription({ seek }: { seek: ListedSeek }) {
  const { lobby, rules } = texts();
  return (
    <span class="parameters">
      {boardName(seek.board, texts())}{' '}
      <span class="soft small">
        {rulesInBrief(seek.board, texts(), language.value)}
        {seek.color === undefined ? null : `, ${lobby.hostPlays(rules[seek.color])}`}
      </span>
    </span>
  );
}
