import type { ReplicatedLobby } from './replicated-lobby.ts';
import type { SharedStream } from './shared-stream.ts';

/**
 * Applies the messages of the stream up to message `last`, or up to an `upgrade`, after which another version or other options
 * apply. Waits for messages that the stream does not have yet. Rejects if a message cannot be applied.
 */
export async function applyStreamUpTo(stream: SharedStream, replica: ReplicatedLobby, last: number): Promise<void> {
  if (replica.position.sequence >= last) return;
  await new Promise<void>((resolve, reject) => {
    let isDone = false;
    const stop = stream.read(replica.position.sequence, (message) => {
      if (isDone || message.sequence > last) return;
      let isUpgraded: boolean;
      try {
        isUpgraded = replica.apply(message).isUpgraded === true;
      } catch (error) {
        stop();
        reject(error);
        return;
      }
      if (message.sequence < last && !isUpgraded) return;
      isDone = true;
      stop();
      resolve();
    });
  });
}
