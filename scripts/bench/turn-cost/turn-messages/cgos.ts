import { LINES } from '../../server/generated-games.ts';
import { type TurnMessages, vertex } from '../turn-messages.ts';

/** A clock that never matters. */
const words: TurnMessages = { settings: `size=${LINES}&time=100000`, place: vertex };

export { words };
