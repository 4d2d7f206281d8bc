import { farewell, reconnect, status } from '../connection/connection.ts';
import { texts } from '../texts/page-language.ts';

/** Says plainly that the page does not hear the server. The place is there before it is filled, for screen readers. */
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
