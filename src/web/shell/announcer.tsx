import { signal } from '@preact/signals';

const announcement = signal('');

/** Announces a text to a screen reader, politely. A repeated text is announced again. */
export function announce(text: string): void {
  announcement.value = announcement.value === text ? `${text}\u00a0` : text;
}

/** The invisible live region, of which a page has one. */
export function Announcer() {
  return (
    <div class="visually-hidden announcer" role="status" aria-live="polite">
      {announcement.value}
    </div>
  );
}
