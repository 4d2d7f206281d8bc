import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { COLORS, type Color, opposite } from '../../rules/color.ts';
import { status } from '../connection/connection.ts';
import { stonesToPlace, type WatchedGame } from '../connection/watched-game.ts';
import { displayName } from '../formatting/display-name.ts';
import { COMPUTER } from '../lobby/computer-levels.ts';
import { focusReplacement } from '../shell/focus-replacement.ts';
import { texts } from '../texts/page-language.ts';
import { request, sendMove, showRefusal, unconfirmedMove } from './game-requests.ts';

/** The buttons of a player: pass, resign, offers. */
export function GameActions(props: { game: WatchedGame; side: Color | 'both'; isPremature: () => boolean }) {
  const { game: words } = texts();
  const { game, side, isPremature } = props;
  const asks = useSignal<keyof typeof questions | undefined>(undefined);
  const actions = useRef<HTMLDivElement>(null);
  // The question replaces the buttons, and later the buttons replace the question. Each time, the focus goes to the new
  // element.
  useEffect(
    () => focusReplacement(actions.current?.querySelector('.question button, .row button:last-of-type') ?? null),
    [asks.value],
  );
  const marks = game.marking !== undefined;
  const myTurn = !marks && (side === 'both' || side === game.toMove);
  const down = status.value !== 'open';
  const ask = (about: keyof typeof questions): void => {
    showRefusal(undefined);
    asks.value = about;
  };
  const pass = (): void => {
    asks.value = undefined;
    void sendMove(game, undefined);
  };
  const questions = {
    pass: { question: words.passReally, yes: words.passYes, confirm: pass },
    resign: { question: words.resignReally, yes: words.resignYes, confirm: () => void request({ kind: 'resign' }) },
  };
  return (
    <div ref={actions} class="actions">
      <Offer game={game} side={side} />
      {asks.value !== undefined ? (
        <fieldset class="question">
          <legend>{questions[asks.value].question}</legend>
          <div class="row">
            <button type="button" class="danger" onClick={questions[asks.value].confirm}>
              {questions[asks.value].yes}
            </button>
            <button
              type="button"
              onClick={() => {
                asks.value = undefined;
              }}
            >
              {words.no}
            </button>
          </div>
        </fieldset>
      ) : (
        <div class="row">
          {game.board.game === 'go' && !marks ? (
            <button
              type="button"
              class="pass"
              disabled={down || !myTurn || stonesToPlace(game) > 0 || unconfirmedMove(game) !== undefined}
              onClick={() => {
                if (isPremature()) ask('pass');
                else void sendMove(game, undefined);
              }}
            >
              {words.pass}
            </button>
          ) : null}
          <OfferButtons game={game} />
          <button type="button" class="quiet resign" disabled={down} onClick={() => ask('resign')}>
            {words.resign}
          </button>
        </div>
      )}
      {game.options.rated && game.offers && !game.options.takeBack && hasComputer(game) ? (
        <p class="soft small">{words.noTakeBack}</p>
      ) : null}
    </div>
  );
}

const hasComputer = (game: WatchedGame): boolean => COLORS.some((color) => game[color].protocol === COMPUTER);

/** The buttons for offers. They are shown only if the protocols of both players have offers. */
function OfferButtons({ game }: { game: WatchedGame }) {
  const { game: words } = texts();
  if (!game.offers) return null;
  const disabled = status.value !== 'open' || game.offer !== undefined;
  return (
    <>
      {game.options.takeBack ? (
        <button
          type="button"
          disabled={disabled || game.turns.length === 0}
          onClick={() => void request({ kind: 'offer', what: 'undo' })}
        >
          {words.undo}
        </button>
      ) : null}
      {/* Computer players decline every draw. */}
      {hasComputer(game) ? null : (
        <button type="button" disabled={disabled} onClick={() => void request({ kind: 'offer', what: 'draw' })}>
          {words.draw}
        </button>
      )}
      {game.canAdjourn ? (
        <button type="button" disabled={disabled} onClick={() => void request({ kind: 'offer', what: 'adjourn' })}>
          {words.adjourn}
        </button>
      ) : null}
    </>
  );
}

function Offer({ game, side }: { game: WatchedGame; side: Color | 'both' }) {
  const { game: words } = texts();
  const { offer, declined, expired } = game;
  if (offer === undefined) {
    const hasDeclined = { undo: words.declinedUndo, draw: words.declinedDraw, adjourn: words.declinedAdjourn };
    const isOwn = declined !== undefined && declined.by === side;
    const hasExpired = expired !== undefined && expired.by === side;
    return (
      <div class={isOwn || hasExpired ? 'offer' : ''} role="status">
        {hasExpired ? <p>{words.offerExpired}</p> : null}
        {isOwn ? (
          <p>
            <bdi>{hasDeclined[declined.what](displayName(game[opposite(declined.by)].name))}</bdi>
          </p>
        ) : null}
      </div>
    );
  }
  const own = offer.by === side;
  const name = displayName(game[offer.by].name);
  const texts$ = {
    undo: [words.youOfferedUndo, words.offeredUndo],
    draw: [words.youOfferedDraw, words.offeredDraw],
    adjourn: [words.youOfferedAdjourn, words.offeredAdjourn],
  } as const;
  const [mine, theirs] = texts$[offer.what];
  const text = own ? mine : theirs(name);
  return (
    <div class="offer" role="status">
      <p>
        <bdi>{text}</bdi> {own ? <span class="soft small">{words.offerLasts}</span> : null}
      </p>
      {own ? null : (
        <div class="row">
          <button type="button" class="primary" onClick={() => void request({ kind: 'accept' })}>
            {words.accept}
          </button>
          <button type="button" onClick={() => void request({ kind: 'decline' })}>
            {words.decline}
          </button>
        </div>
      )}
    </div>
  );
}
