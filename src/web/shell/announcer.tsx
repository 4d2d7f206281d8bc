import { signal } from '@preact/signals';

const said = signal('');

/** Announces a text to a screen reader, politely. A repeated text is announced again. */
export function announce(text: string): void {
  said.value = said.value === text ? `${text}\u00a0` : text;
}

/** The live region, once per page, not visible. */
export function Announcer() {
  return (
    <div class="visually-hidden announcer" role="status" aria-live="polite">
      {said.value}
    </div>
  );
}
