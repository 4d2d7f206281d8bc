import type { GameState } from '../../protocols/api/server-message-schema.ts';
import { MOST_SGF_LINES } from '../../rules/records/sgf-point.ts';
import { CopyLink } from '../game/copy-link.tsx';
import { texts } from '../texts/page-language.ts';
import { inGame } from './move-tree.ts';
import { linkTo, MOST_LINKED } from './position-link.ts';
import { SgfButton } from './sgf-button.tsx';
import type { Analysis } from './use-analysis.ts';
import './analysis.css';

/** The actions for the shown position: try a pass, delete the variation, go back to the game, copy a link. */
export function VariationBar(props: { game: GameState; analysis: Analysis; focusMoves: () => void }) {
  const { analysis: words } = texts();
  const { analysis, game } = props;
  const { place, mayTry } = analysis;
  const isVariation = place.tried.length > 0;
  const link = linkTo(location.href, place);
  // These buttons disappear with the variation.
  const leave = (act: () => void) => () => {
    act();
    props.focusMoves();
  };
  return (
    <section class="variation-bar" aria-label={words.variations(place.main + place.tried.length)}>
      {mayTry && !isVariation ? (
        <p class="soft small">
          {words.hint} {game.end === undefined ? words.live : null}
        </p>
      ) : null}
      <p class="problem" role="alert">
        {analysis.problem}
      </p>
      <div class="row">
        {isVariation ? (
          <>
            <button type="button" class="primary" onClick={leave(() => analysis.go(toGame(game, analysis)))}>
              {words.toGame}
            </button>
            <button type="button" onClick={leave(analysis.removeVariation)}>
              {words.remove}
            </button>
          </>
        ) : null}
        {mayTry && game.board.game === 'go' ? (
          <button type="button" onClick={analysis.tryPass}>
            {words.pass}
          </button>
        ) : null}
        {link === undefined ? (
          <span class="soft small">{words.longLink(MOST_LINKED)}</span>
        ) : (
          <CopyLink link={link} label={words.link} copied={words.linkCopied} />
        )}
        {analysis.tree.variations.size > 0 && game.board.size <= MOST_SGF_LINES ? (
          <SgfButton game={game} variations={analysis.tree.variations} />
        ) : null}
      </div>
    </section>
  );
}

/**
 * The place to which the button goes: in a running game the latest move, else the move of the game at which the variation
 * begins.
 */
const toGame = ({ end, turns }: GameState, { place }: Analysis) =>
  inGame(end === undefined ? turns.length : place.main);
