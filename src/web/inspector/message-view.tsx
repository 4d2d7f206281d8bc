import type { ComponentChildren } from 'preact';
import type { RecordedMessage } from '../../protocols/api/resource-schemas.ts';
import { texts } from '../texts/page-language.ts';
import { sinceBeginning } from './message-time.ts';
import { visibleSegments } from './visible-characters.ts';

interface MessageProps {
  /** The number of the message, from 0. */
  readonly number: number;
  readonly message: RecordedMessage;
  /** Milliseconds since the first message. */
  readonly since: number;
  readonly isNewTurn: boolean;
  readonly isChosen: boolean;
  readonly choose: (message: number) => void;
}

/** One message in the column of its seat: time, sender, bytes and meaning. */
export function MessageView(props: MessageProps) {
  const { number, message, since, isNewTurn, isChosen, choose } = props;
  const { seat, from, malformed } = message;
  const { inspector, rules } = texts();
  const sender = from === 'client' ? inspector.clientSays(rules[seat]) : inspector.serverSays(rules[seat]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list's keys choose
    <div
      id={`message-${number}`}
      class={`message ${seat} ${from} ${malformed ? 'malformed' : ''} ${isNewTurn ? 'new-turn' : ''}`}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      onClick={() => choose(number)}
    >
      <span class="message-time">
        {sinceBeginning(since)}
        {isNewTurn ? <span class="message-move">{message.turns}</span> : null}
      </span>
      <span class="message-body">
        <span class="message-arrow" aria-hidden="true">
          {from === 'client' ? '→' : '←'}
        </span>
        <span class="visually-hidden">{sender}</span>
        <span class="message-content">
          <Bytes message={message} />
          {message.meaning === undefined || message.meaning === '' ? null : (
            <span class="message-meaning">
              {malformed ? <strong>{inspector.malformed}: </strong> : null}
              <VisibleText text={message.meaning} />
            </span>
          )}
        </span>
      </span>
    </div>
  );
}

function Bytes({ message: { text, hex, action, private: isPrivate } }: { message: RecordedMessage }) {
  if (isPrivate) return <em class="soft">{texts().inspector.private}</em>;
  return (
    <span class="message-bytes">
      {action === undefined ? null : <b>{action}</b>}
      <bdi>
        <code class={hex === undefined ? '' : 'hex'}>{hex ?? <VisibleText text={text ?? ''} />}</code>
      </bdi>
    </span>
  );
}

/** Allows line breaks after commas, so that JSON is not broken inside a word. */
const breakable = (text: string): ComponentChildren =>
  text.split(/(?<=,)/).map((part, index) => (index === 0 ? part : [<wbr key={index} />, part]));

function VisibleText({ text }: { text: string }) {
  return (
    <>
      {visibleSegments(text).map((piece, index) =>
        piece.isCharacterName ? (
          <span key={index} class="message-control">
            {piece.text}
          </span>
        ) : (
          breakable(piece.text)
        ),
      )}
    </>
  );
}
