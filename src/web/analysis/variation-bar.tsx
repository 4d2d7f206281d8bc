import type { GameState } from '../../protocols/api/server-message-schema.ts';
import { MOST_SGF_LINES } from '../../rules/records/sgf-point.ts';
import { CopyLink } from '../game/copy-link.tsx';
import { texts } from '../texts/page-language.ts';
import { inGame, type Variations } from './move-tree.ts';
import { linkTo, MOST_LINKED } from './position-link.ts';
import type { Analysis } from './use-analysis.ts';
import './analysis.css';
import { useSignal } from '@preact/signals';

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

/** Downloads the game with its variations as SGF. */
function SgfButton({ game, variations }: { game: GameState; variations: Variations }) {
  const { analysis: words } = texts();
  const failed = useSignal(false);
  const download = async (): Promise<void> => {
    const text = await loadSgf(game, variations).catch(() => undefined);
    failed.value = text === undefined;
    if (text !== undefined) save(text, `tengen-${game.game}.sgf`);
  };
  return (
    <>
      <button type="button" onClick={() => void download()}>
        {words.withVariations}
      </button>
      <span class="problem" role="alert">
        {failed.value ? words.downloadFailed : null}
      </span>
    </>
  );
}

async function loadSgf({ game, board }: GameState, variations: Variations): Promise<string | undefined> {
  const response = await fetch(`/api/games/${game}.sgf${location.search}`);
  if (!response.ok) return undefined;
  const { variationsSgf } = await import('./variations-sgf.ts');
  const made = variationsSgf(await response.text(), board, variations);
  return made.ok ? made.value : undefined;
}

function save(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/x-go-sgf' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun with the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
