import { useEffect, useState } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import { boardName, rulesInBrief } from '../formatting/game-text.ts';
import { withKey } from '../game/use-game.ts';
import { NotFound } from '../shell/not-found.tsx';
import { PageFrame } from '../shell/page-frame.tsx';
import { language, texts } from '../texts/page-language.ts';
import { BoardAtMessage } from './board-at-message.tsx';
import { ConversationColumns } from './conversation-columns.tsx';
import './inspector.css';
import { messageAfterKey } from './message-keys.ts';
import { MessageStepper } from './message-stepper.tsx';
import { goesBack } from './message-steps.ts';
import { type Inspected, useInspected } from './use-inspected-game.ts';

/** `/inspector/17`: the messages of both clients and the server, beside the board. */
export function InspectorPage() {
  const { params, query } = useRoute();
  const game = params['game'] ?? '';
  if (!/^[1-9]\d{0,14}$/.test(game)) return <NotFound />;
  return <NumberedGame key={game} game={game} message={Number.parseInt(query['message'] ?? '', 10)} />;
}

/** `message`: the number of the first shown message, from 1; NaN if there is none. */
function NumberedGame({ game, message }: { game: string; message: number }) {
  const { inspector, shell } = texts();
  const seen = useInspected(game, useRoute().query['key']);
  return (
    <PageFrame title={inspector.title(Number(game))} class="inspector">
      <p class="inspector-lead">{inspector.lead}</p>
      {seen === undefined ? <p class="soft">{shell.loading}</p> : null}
      {seen?.ok === false ? (
        <p class="problem" role="alert">
          {seen.error}
        </p>
      ) : null}
      {seen?.ok ? <Inspection inspected={seen.body} first={message} /> : null}
    </PageFrame>
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

function Inspection({ inspected, first }: { inspected: Inspected; first: number }) {
  const { conversation, game, setup, runs } = inspected;
  const { messages } = conversation;
  const all = texts();
  const [follows, setFollows] = useState(runs && Number.isNaN(first));
  const [chosen, setChosen] = useState(Number.isNaN(first) ? 0 : first - 1);
  const last = Math.max(0, messages.length - 1);
  const at = follows ? last : Math.min(Math.max(0, chosen), last);
  const choose = (message: number): void => {
    setFollows(runs && message === last);
    setChosen(message);
  };
  useEffect(() => {
    if (!follows && messages.length > 0) history.replaceState(history.state, '', `?message=${at + 1}`);
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
        {goesBack(messages) ? <span class="soft">{all.inspector.takenBack}</span> : null}
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
        <ConversationColumns conversation={conversation} at={at} choose={choose} />
      </div>
    </>
  );
}
