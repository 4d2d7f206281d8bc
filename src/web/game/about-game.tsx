import { useRoute } from 'preact-iso';
import type { GameState } from '../../protocols/api/server-message-schema.ts';
import { boardName, handicapOf, rulesInBrief, rulesInFull } from '../formatting/game-text.ts';
import { language, texts } from '../texts/page-language.ts';
import { CopyLink } from './copy-link.tsx';
import { ImportedDetails } from './imported-details.tsx';
import { ratedText } from './rated-text.ts';
import type { ImportedGameInfo } from './shown-game.ts';
import { withKey } from './use-game.ts';

/** The rules of the game, and links to other views of it. */
export function AboutGame({ game, imported }: { game: GameState; imported: ImportedGameInfo | undefined }) {
  const { game: words, record } = texts();
  const { key } = useRoute().query;
  // The record of an imported game may have handicap stones that `rulesInBrief` does not show.
  const stones = handicapOf(game.board) > 0 ? 0 : (imported?.details?.handicap ?? 0);
  return (
    <section class="about">
      <details>
        <summary>
          {boardName(game.board, texts())}, {rulesInBrief(game.board, texts(), language.value)}
          {stones > 0 ? `, ${record.stones(stones)}` : ''}
          {imported === undefined ? `, ${ratedText(game, texts())}` : ''}
        </summary>
        <ul>
          {rulesInFull(game.board, texts(), language.value).map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </details>
      {imported === undefined ? null : <ImportedDetails game={game.game} imported={imported} />}
      <p class="row links">
        <span class="soft">{words.number(String(game.game))}</span>
        <CopyLink link={location.href} label={words.share} copied={words.shared} />
        <a href={withKey(`/api/games/${game.game}.sgf`, key)} download={`tengen-${game.game}.sgf`}>
          {words.sgf}
        </a>
        {imported === undefined ? <a href={withKey(`/inspector/${game.game}`, key)}>{words.inspector}</a> : null}
      </p>
    </section>
  );
}
