import type { ListedSeekJson } from '../../protocols/api/server-message-schema.ts';
import { boardName, rulesInBrief } from '../formatting/game-text.ts';
import { language, texts } from '../texts/page-language.ts';
import { askLobby } from './lobby-requests.ts';

export const takeSeek = ({ host, board }: ListedSeekJson): Promise<boolean> => askLobby({ kind: 'take', host, board });

export function SeekDescription({ seek }: { seek: ListedSeekJson }) {
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
