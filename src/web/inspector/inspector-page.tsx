import { useEffect, useState } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import { boardName, rulesInBrief } from '../formatting/game-text.ts';
import { withKey } from '../game/use-game.ts';
import { NotFound } from '../shell/not-found.tsx';
import { PageContent } from '../shell/page-content.tsx';
import { language, texts } from '../texts/page-language.ts';
import { BoardAtMessage } from './board-at-message.tsx';
import { ConversationColumns } from './conversation-columns.tsx';
import './inspector.css';
import type { RecordedMessage } from '../../protocols/api/resource-schemas.ts';
import { MessageStepper } from './message-stepper.tsx';
import { hasTakeBacks, messageOfMove, messageOfStart, turnAfter, turnBefore } from './message-steps.ts';
import { type InspectedGame, useInspected } from './use-inspected-game.ts';

/**
 * `/inspector/17`: the messages of both clients and the server, and the board. `?message=9` or `?move=4` selects the first
 * message that is shown; both count from 1. Otherwise it is the first message of the game.
 */
export function InspectorPage() {
  const { params, query } = useRoute();
  const game = params['game'] ?? '';
  if (!/^[1-9]\d{0,14}$/.test(game)) return <NotFound />;
  return (
    <NumberedGame
      key={game}
      game={game}
      start={{ message: numberIn(query['message']), move: numberIn(query['move']) }}
    />
  );
}

const numberIn = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;

/** The message that is shown first: the message with this number, or the first message with this move on the board. */
interface Start {
  readonly message: number | undefined;
  readonly move: number | undefined;
}

function NumberedGame({ game, start }: { game: string; start: Start }) {
  const { inspector, shell } = texts();
  const result = useInspected(game, useRoute().query['key']);
  return (
    <PageContent title={inspector.title(Number(game))} class="inspector">
      <p class="inspector-lead">{inspector.lead}</p>
      {result === undefined ? <p class="soft">{shell.loading}</p> : null}
      {result?.ok === false ? (
        <p class="problem" role="alert">
          {result.error}
        </p>
      ) : null}
      {result?.ok ? <Inspection inspected={result.body} start={start} /> : null}
    </PageContent>
  );
}

function Explanation() {
  const { inspector } = texts();
  return (
    <details class="inspector-what">
      <summary>{inspector.what}</summary>
      {inspector.explanation.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </details>
  );
}

function Inspection({ inspected, start }: { inspected: InspectedGame; start: Start }) {
  const { conversation, game, setup, runs } = inspected;
  const { messages } = conversation;
  const all = texts();
  const { message, move } = start;
  const [follows, setFollows] = useState(runs && message === undefined && move === undefined);
  const [chosen, setChosen] = useState(() =>
    move !== undefined
      ? messageOfMove(messages, move)
      : message !== undefined
        ? message - 1
        : messageOfStart(messages, game.since),
  );
  const last = Math.max(0, messages.length - 1);
  const at = follows ? last : Math.min(Math.max(0, chosen), last);
  const choose = (message: number): void => {
    setFollows(runs && message === last);
    setChosen(message);
  };
  useEffect(() => {
    if (follows || messages.length === 0) return;
    const url = new URL(location.href);
    url.searchParams.delete('move');
    url.searchParams.set('message', String(at + 1));
    history.replaceState(history.state, '', url);
  }, [at, follows]);
  useEffect(() => {
    const step = (event: KeyboardEvent): void => {
      const to = messageAfterKey(event, messages, at);
      if (to === undefined) return;
      event.preventDefault();
      choose(to);
    };
    addEventListener('keydown', step);
    return () => removeEventListener('keydown', step);
  });
  return (
    <>
      <div class="inspector-facts">
        <a href={withKey(`/games/${game.game}`, useRoute().query['key'])}>{all.inspector.toGame}</a>
        <span class="soft">
          {boardName(game.board, all)}, {rulesInBrief(game.board, all, language.value)}
        </span>
        {runs ? (
          <span>
            <span class="pulse" aria-hidden="true" />
            {all.inspector.live}
          </span>
        ) : null}
        {conversation.cut ? <span class="inspector-cut">{all.inspector.cut}</span> : null}
        {hasTakeBacks(messages) ? <span class="soft">{all.inspector.takenBack}</span> : null}
        <Explanation />
      </div>
      <div class="inspector-columns">
        <div class="inspector-side">
          <BoardAtMessage game={game} setup={setup} message={messages[at]} />
          <MessageStepper messages={messages} at={at} choose={choose}>
            {runs ? (
              <label class="check">
                <input
                  type="checkbox"
                  checked={follows}
                  onChange={(event) => {
                    setChosen(at);
                    setFollows(event.currentTarget.checked);
                  }}
                />
                {all.inspector.follow}
              </label>
            ) : null}
          </MessageStepper>
        </div>
        <ConversationColumns
          conversation={conversation}
          at={at}
          choose={choose}
          isLinked={message !== undefined || move !== undefined}
        />
      </div>
    </>
  );
}

/** Elements that use the arrow keys, Home and End themselves. */
const OTHERS = 'input, textarea, select, summary, dialog, [role="grid"]';

/** The message that a key selects; `undefined` if the key has another meaning. */
function messageAfterKey(event: KeyboardEvent, messages: readonly RecordedMessage[], at: number): number | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || messages.length === 0) return undefined;
  if (event.target instanceof Element && event.target.closest(OTHERS) !== null) return undefined;
  const last = messages.length - 1;
  switch (event.key) {
    case 'ArrowDown':
      return Math.min(last, at + 1);
    case 'ArrowUp':
      return Math.max(0, at - 1);
    case 'ArrowRight':
      return turnAfter(messages, at);
    case 'ArrowLeft':
      return turnBefore(messages, at);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
