import { farewell, reconnect, status } from '../connection/connection.ts';
import { texts } from '../texts/page-language.ts';

/** A notice that the connection is lost. The element exists before it has text, for screen readers. */
export function ConnectionNotice() {
  const { connection } = texts();
  const left = farewell.value;
  const isDown = status.value === 'lost' || status.value === 'ended';
  const text = left === 'stops' || left === 'replaced' || left === 'removed' ? connection[left] : connection.lost;
  return (
    <div role="status">
      {isDown ? (
        <p class="notice">
          {text}{' '}
          {status.value === 'ended' ? (
            <button type="button" onClick={() => void reconnect()}>
              {connection.again}
            </button>
          ) : null}
        </p>
      ) : null}
    </div>
  );
}
