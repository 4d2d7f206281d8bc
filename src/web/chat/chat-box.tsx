import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ClientMessage } from '../../protocols/api/client-message-schema.ts';
import type { ChatLine } from '../connection/chat-lines.ts';
import { sendRequest } from '../connection/connection.ts';
import { dateAndTime, timeOfDay } from '../formatting/dates.ts';
import { displayName } from '../formatting/display-name.ts';
import { ensureEntered } from '../name-dialog/ask-for-name.ts';
import { language, texts } from '../texts/page-language.ts';
import './chat.css';

type Audience = (ClientMessage & { readonly kind: 'chat' })['to'];

/**
 * Chat lines, the latest last. If `to` is set, there is also a field to write a line. Text of other users is never
 * interpreted as markup.
 */
export function ChatBox(props: { lines: readonly ChatLine[]; to: Audience | undefined; label: string }) {
  const { chat } = texts();
  const log = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (log.current !== null) log.current.scrollTop = log.current.scrollHeight;
  }, [props.lines.length]);
  return (
    <div class="chat">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
      <div ref={log} class="chat-lines" role="log" aria-label={chat.title} tabIndex={0}>
        {props.lines.length === 0 ? <p class="soft">{chat.empty}</p> : null}
        {props.lines.map((line) => (
          <ChatLineView key={`${line.at} ${line.from} ${line.text}`} line={line} />
        ))}
      </div>
      {props.to === undefined ? null : <ChatForm to={props.to} label={props.label} />}
    </div>
  );
}

function ChatLineView({ line }: { line: ChatLine }) {
  const { chat } = texts();
  const whom = line.to === 'you' ? chat.you : line.to === 'player' ? chat.to(displayName(line.name ?? '')) : undefined;
  return (
    <p class="chat-line">
      <bdi class={line.own ? 'chat-own' : 'chat-from'}>{displayName(line.from)}</bdi>{' '}
      {whom === undefined ? null : <span class="chat-whom">{whom} </span>}
      <bdi>{line.text}</bdi>{' '}
      <time class="chat-time" dateTime={new Date(line.at).toISOString()} title={dateAndTime(line.at, language.value)}>
        {timeOfDay(line.at, language.value)}
      </time>
    </p>
  );
}

function ChatForm(props: { to: Audience; label: string }) {
  const { chat } = texts();
  const text = useSignal('');
  const failed = useSignal(false);
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const message = text.value.trim();
    if (message === '' || !(await ensureEntered())) return;
    const reply = await sendRequest({ kind: 'chat', text: message, to: props.to });
    failed.value = reply.kind !== 'done';
    if (reply.kind === 'done') text.value = '';
  };
  return (
    <form class="chat-speak" onSubmit={send}>
      <input
        aria-label={props.label}
        placeholder={props.label}
        maxLength={500}
        autocomplete="off"
        enterkeyhint="send"
        value={text}
        onInput={(event) => {
          text.value = event.currentTarget.value;
        }}
      />
      <button type="submit">{chat.send}</button>
      {failed.value ? (
        <p class="problem" role="alert">
          {chat.cannot}
        </p>
      ) : null}
    </form>
  );
}
