import { useEffect, useRef } from 'preact/hooks';
import type { ConversationResource, RecordedMessage } from '../../protocols/api/resource-schemas.ts';
import type { Color } from '../../protocols/api/value-schemas.ts';
import { COMPUTER } from '../lobby/computer-levels.ts';
import { NameWithProtocol } from '../lobby/name-with-protocol.tsx';
import { texts } from '../texts/page-language.ts';
import { shownAround } from './message-steps.ts';
import { MessageView } from './message-view.tsx';

interface ConversationsProps {
  readonly conversation: ConversationResource;
  readonly at: number;
  readonly choose: (message: number) => void;
  /** Whether the address of the page selects the message that is shown first. */
  readonly isLinked: boolean;
}

/** The conversations of both seats, ordered by time, in two columns. On a narrow screen, there is one column. */
export function ConversationColumns({ conversation, at, choose, isLinked }: ConversationsProps) {
  const { inspector } = texts();
  const { messages } = conversation;
  const list = useRef<HTMLDivElement>(null);
  const [from, to] = shownAround(at, messages.length);
  const began = messages[0]?.at ?? 0;
  const isOpen = useRef(false);
  useEffect(() => {
    const chosen = list.current?.querySelector('[aria-selected="true"]');
    const opens = !isOpen.current;
    isOpen.current = true;
    // The messages before the first one that is shown are above the visible part of the list.
    if (opens && chosen instanceof HTMLElement) scrollToTop(chosen);
    // Without a message in the address, the page opens at its top. On a phone, scrolling to the message would hide the header.
    if (opens && (!isLinked || at === 0)) return;
    chosen?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return (
    <section class="conversation" aria-label={inspector.messages}>
      <header class="conversation-seats">
        <span class="conversation-time soft small">{inspector.time}</span>
        <SeatHeading seat="black" conversation={conversation} />
        <SeatHeading seat="white" conversation={conversation} />
      </header>
      {messages.length === 0 ? <p class="conversation-empty">{inspector.empty}</p> : null}
      <More count={from} go={() => choose(from - 1)} />
      <div
        ref={list}
        class="conversation-messages"
        role="listbox"
        tabIndex={0}
        aria-label={inspector.messages}
        aria-activedescendant={messages.length === 0 ? undefined : `message-${at}`}
      >
        {messages.slice(from, to).map((message, index) => (
          <MessageView
            key={from + index}
            number={from + index}
            message={message}
            since={message.at - began}
            isNewTurn={message.turns !== (messages[from + index - 1]?.turns ?? 0)}
            isChosen={from + index === at}
            choose={choose}
          />
        ))}
      </div>
      <More count={messages.length - to} go={() => choose(to)} />
    </section>
  );
}

/** Scrolls the list, but not the page, until the message is directly below the headings. */
function scrollToTop(message: HTMLElement): void {
  const view = message.closest('.conversation');
  const headings = view?.querySelector('.conversation-seats');
  if (view == null || headings == null) return;
  view.scrollTop += message.getBoundingClientRect().top - headings.getBoundingClientRect().bottom;
}

function SeatHeading({ seat, conversation }: { seat: Color; conversation: ConversationResource }) {
  const { inspector, rules } = texts();
  const { name, protocol } = conversation[seat];
  const isSilent = !conversation.messages.some((message: RecordedMessage) => message.seat === seat);
  return (
    <div class={`conversation-seat ${seat}`}>
      <span class={`dot ${seat}`} role="img" aria-label={rules[seat]} />
      <NameWithProtocol name={name} protocol={protocol} />
      {isSilent ? <span class="soft small">{protocol === COMPUTER ? inspector.silent : inspector.unheard}</span> : null}
    </div>
  );
}

function More({ count, go }: { count: number; go: () => void }) {
  if (count <= 0) return null;
  return (
    <button type="button" class="quiet conversation-more" onClick={go}>
      {texts().inspector.more(count)}
    </button>
  );
}
