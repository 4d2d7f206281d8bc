import { crypto } from '../../lazy-crypto.ts';
import type { KeyHash } from '../../lobby/games/game-event.ts';

/** The hash of an invitation key. The lobby, the journal and the archive store only this hash. */
export const invitationKeyHash = (key: string): KeyHash =>
  crypto().createHash('sha256').update(key).digest('base64url');
