import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Level } from '../../engines/level.ts';
import type { GameState } from '../../protocols/api/server-message-schema.ts';
import { type Color, opposite } from '../../rules/color.ts';
import { directory, observe, status, you } from '../connection/connection.ts';
import { useProtocols } from '../connection/use-protocols.ts';
import { displayName } from '../formatting/display-name.ts';
import { DeclinedSeek } from '../lobby/challenge-notices.tsx';
import { COMPUTER, levelsFor } from '../lobby/computer-levels.ts';
import { askLobby, failure } from '../lobby/lobby-requests.ts';
import { BoardFields, ColorField, GoRules, LevelField, OptionFields } from '../lobby/seek-form-fields.tsx';
import { seekForm } from '../lobby/seek-form-state.ts';
import { boardOf, isFit, type SeekFormValues, withBoard } from '../lobby/seek-form-values.ts';
import { seekComputer, seekPerson } from '../lobby/seek-requests.ts';
import { focusReplacement } from '../shell/focus-replacement.ts';
import { texts } from '../texts/page-language.ts';

/** The actions of a player after a game: to play the same opponent again, with the same or other settings. */
export function PlayAgain(props: { game: GameState; side: Color }) {
  const { game: words } = texts();
  const { game, side } = props;
  const first = useRef<HTMLDivElement>(null);
  // The buttons of the game have disappeared, and one of them may have had the focus.
  useEffect(() => focusReplacement(first.current?.querySelector('button, a') ?? null), []);
  const opponent = game[opposite(side)];
  const proposing = useProtocols().flatMap(({ name, proposes }) => (proposes ? name : []));
  const isComputer = opponent.protocol === COMPUTER;
  const isPerson = [opponent, game[side]].every(({ protocol }) => proposing.includes(protocol));
  const waits = you.value.seek?.opponent === opponent.name;
  return (
    <div ref={first} class="actions play-again">
      {isComputer ? (
        <AgainstComputer game={game} side={side} />
      ) : isPerson ? (
        waits ? (
          <Waiting />
        ) : (
          <AgainstPerson game={game} side={side} />
        )
      ) : null}
      <DeclinedSeek />
      <p class="problem" role="alert">
        {failure.value?.(texts())}
      </p>
      <a href="/">{words.otherOpponent}</a>
    </div>
  );
}

function AgainstComputer({ game, side }: { game: GameState; side: Color }) {
  const { game: words } = texts();
  useEffect(observe, []);
  const levels = levelsFor(game.board, directory.value?.players.values() ?? []);
  const level = levels.find(({ name }) => name === game[opposite(side)].name)?.level;
  const same = seekFormValuesOf(game, side, level);
  const disabled = status.value !== 'open';
  const [up, down] = [1, -1].map(
    (step) => levels.find((each) => level !== undefined && each.level === level + step)?.level,
  );
  const play = (changes: Partial<SeekFormValues>) => (): void => void seekComputer({ ...same, ...changes });
  return (
    <>
      <div class="row">
        <button type="button" class="primary" disabled={disabled} onClick={play({})}>
          {words.playAgain}
        </button>
        <button type="button" disabled={disabled} onClick={play({ color: opposite(side) })}>
          {words.otherColor}
        </button>
        {up === undefined ? null : (
          <button type="button" disabled={disabled} onClick={play({ level: up })}>
            {words.levelUp(up)}
          </button>
        )}
        {down === undefined ? null : (
          <button type="button" disabled={disabled} onClick={play({ level: down })}>
            {words.levelDown(down)}
          </button>
        )}
      </div>
      <ChangeForm start={same} button={words.playComputer} send={seekComputer} isComputer disabled={disabled} />
    </>
  );
}

function AgainstPerson({ game, side }: { game: GameState; side: Color }) {
  const { game: words, lobby } = texts();
  const opponent = game[opposite(side)].name;
  const same = { ...seekFormValuesOf(game, side, undefined), opponent, color: opposite(side) };
  const disabled = status.value !== 'open';
  return (
    <>
      <div class="row">
        <button type="button" class="primary" disabled={disabled} onClick={() => void seekPerson(same)}>
          {words.rematch}
        </button>
      </div>
      <ChangeForm start={same} button={lobby.challenge(displayName(opponent))} send={seekPerson} disabled={disabled} />
    </>
  );
}

/** The settings of the played game, as the values of the form for a new seek. */
const seekFormValuesOf = (game: GameState, side: Color, level: Level | undefined): SeekFormValues => ({
  ...withBoard(seekForm.value, game.board),
  ...(level === undefined ? {} : { level }),
  rated: game.options.rated,
  takeBack: game.options.takeBack,
  estimate: game.options.estimate,
  private: game.options.private,
  opponent: '',
  color: side,
});

function Waiting() {
  const { game: words, lobby } = texts();
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => focusReplacement(cancel.current), []);
  return (
    <p class="row">
      <span role="status">{words.rematchWaits}</span>{' '}
      <button ref={cancel} type="button" onClick={() => void askLobby({ kind: 'cancel' })}>
        {lobby.cancel}
      </button>
    </p>
  );
}

/** The settings of the next game. They are hidden until the user opens them. */
function ChangeForm(props: {
  start: SeekFormValues;
  button: string;
  send: (values: SeekFormValues) => Promise<boolean>;
  isComputer?: boolean;
  disabled: boolean;
}) {
  const { game: words } = texts();
  const values = useSignal(props.start);
  const fields = {
    values: values.value,
    change: (changes: Partial<SeekFormValues>): void => {
      values.value = { ...values.value, ...changes };
    },
  };
  const levels = props.isComputer
    ? levelsFor(boardOf(values.value), directory.value?.players.values() ?? [])
    : undefined;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void props.send(values.value);
  };
  return (
    <details class="more">
      <summary>{words.changeSettings}</summary>
      <form class="seek" onSubmit={submit}>
        {levels === undefined ? null : <LevelField {...fields} levels={levels} />}
        <BoardFields {...fields} />
        <ColorField {...fields} />
        {values.value.game === 'go' ? <GoRules {...fields} /> : null}
        <OptionFields {...fields} opponents={props.isComputer ? 'computer' : 'person'} />
        <button type="submit" disabled={props.disabled || !isFit(values.value)}>
          {props.button}
        </button>
      </form>
    </details>
  );
}
