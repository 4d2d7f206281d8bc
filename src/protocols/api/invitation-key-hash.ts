import { crypto } from '../../lazy-crypto.ts';
import type { KeyHash } from '../../lobby/games/invitation-key.ts';

/** The hash by which the lobby, the journal and the archive know the key of an invitation. */
export const invitationKeyHash = (key: string): KeyHash =>
  crypto().createHash('sha256').update(key).digest('base64url');
