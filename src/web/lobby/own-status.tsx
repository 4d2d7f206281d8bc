import { useEffect, useRef } from 'preact/hooks';
import { opposite } from '../../rules/color.ts';
import { directory, you } from '../connection/connection.ts';
import { useServerTime } from '../connection/use-server-time.ts';
import { displayName } from '../formatting/display-name.ts';
import { duration } from '../formatting/duration.ts';
import { boardName, rulesInBrief } from '../formatting/game-text.ts';
import { focusReplacement } from '../shell/focus-replacement.ts';
import { language, texts } from '../texts/page-language.ts';
import { COMPUTER, computerFor, levelsFor } from './computer-levels.ts';
import { InvitationLink } from './invitation-link.tsx';
import { askLobby, failure } from './lobby-requests.ts';
import { LevelField } from './seek-form-fields.tsx';
import { changeSeekForm, seekForm } from './seek-form-state.ts';
import { type SeekFormValues, withBoard } from './seek-form-values.ts';
import { seekComputer } from './seek-requests.ts';

/** One sentence about the visitor: the name, and the opponent of the current game. */
export function OwnStatus() {
  const { lobby, shell, account: words } = texts();
  const { name, account, seat } = you.value;
  const opponent = opponentName();
  if (you.value.seek !== undefined) return null;
  const signedIn = account === undefined ? undefined : words.signedIn(displayName(account));
  const who = name === undefined ? signedIn : lobby.youAre(displayName(name));
  return (
    <p class="own-status">
      {who === undefined ? <span class="soft small">{lobby.youAreNew}</span> : <bdi>{who}</bdi>}
      {opponent === undefined ? null : <bdi> · {lobby.playing(displayName(opponent))}</bdi>}
      {seat === undefined ? null : (
        <>
          {' '}
          <a href={`/games/${seat.game}`}>{shell.yourGame}</a>
        </>
      )}
    </p>
  );
}

function opponentName(): string | undefined {
  const { seat } = you.value;
  const game = seat && directory.value?.games.get(seat.game);
  return game === undefined || seat === undefined || seat.color === 'both'
    ? undefined
    : game[opposite(seat.color)].name;
}

/** The client's waiting seek: its game, its waiting time, and the computer as an alternative. */
export function OwnSeek() {
  const { lobby } = texts();
  const cancel = useRef<HTMLButtonElement>(null);
  const seek = you.value.seek;
  const waits = seek !== undefined;
  useEffect(() => focusReplacement(cancel.current), [waits]);
  if (seek === undefined) return null;
  const { name = '' } = you.value;
  const board = boardName(seek.board, texts());
  const forComputer = seek.computer === true || (seek.opponent !== undefined && isComputer(seek.opponent));
  const text = forComputer
    ? lobby.waitingComputer(board)
    : seek.opponent === undefined
      ? seek.invitation === undefined
        ? lobby.waitingYou(board)
        : lobby.waitingFriend(board)
      : lobby.waitingFor(displayName(seek.opponent), board);
  return (
    <div class="card own-seek">
      <p class="own-status">
        <span class="pulse" aria-hidden="true" />
        <span role="status">
          <bdi>{lobby.youAre(displayName(name))}</bdi> · <bdi>{text}</bdi>
        </span>{' '}
        <WaitingTime since={directory.value?.seeks.get(name)?.since} />
      </p>
      <p class="soft small">{termsOf(seek)}</p>
      {seek.opponent === undefined || isHere(seek.opponent) ? null : (
        <p class="soft small" role="status">
          <bdi>{lobby.challengeWaits(displayName(seek.opponent))}</bdi>
        </p>
      )}
      {seek.invitation === undefined ? null : <InvitationLink secret={seek.invitation} />}
      <button ref={cancel} type="button" onClick={() => void askLobby({ kind: 'cancel' })}>
        {lobby.cancel}
      </button>
      {forComputer || seek.invitation !== undefined ? null : (
        <ComputerAlternative values={withBoard({ ...seekForm.value, color: seek.color ?? 'either' }, seek.board)} />
      )}
      <p class="problem" role="alert">
        {failure.value?.(texts())}
      </p>
    </div>
  );
}

/** The rules and the time control of the visitor's seek; also whether its game is private or rated, if the seek decides that. */
function termsOf({ board, options = {} }: NonNullable<typeof you.value.seek>): string {
  const words = texts();
  const { game, lobby } = words;
  return [
    rulesInBrief(board, words, language.value),
    ...(options.private ? [lobby.private] : []),
    ...(options.rated === undefined ? [] : [options.rated ? game.rated : game.unrated]),
  ].join(', ');
}

const isComputer = (name: string): boolean => directory.value?.players.get(name)?.protocol === COMPUTER;

/** Whether a player of this name is connected. Like the server, it compares names without case. */
function isHere(name: string): boolean {
  const wanted = foldCase(name);
  return directory.value === undefined || [...directory.value.players.keys()].some((each) => foldCase(each) === wanted);
}

const foldCase = (name: string): string => name.normalize('NFKC').toLowerCase();

/** Offers the same game against the computer. */
function ComputerAlternative(props: { values: SeekFormValues }) {
  const { lobby } = texts();
  const { board } = you.value.seek ?? {};
  const players = [...(directory.value?.players.values() ?? [])];
  if (board === undefined || computerFor(board, players) !== 'free') return null;
  return (
    <div class="computer">
      <p class="soft small">{lobby.meanwhile}</p>
      <LevelField values={props.values} change={changeLevel} levels={levelsFor(board, players)} />
      <button type="button" class="primary" onClick={() => void seekComputer(props.values)}>
        {lobby.computerInstead}
      </button>
    </div>
  );
}

const changeLevel = ({ level }: Partial<SeekFormValues>): void => {
  if (level !== undefined) changeSeekForm({ level });
};

/** The waiting time of a player. A screen reader reads it only on request, because it changes each second. */
export function WaitingTime({ since }: { since: number | undefined }) {
  const now = useServerTime(1000) ?? 0;
  return (
    <span class="wait-time" role="timer" aria-label={texts().lobby.waitedFor}>
      {duration(Math.max(0, now - (since ?? now)))}
    </span>
  );
}
