import { LINES } from '../../server/generated-games.ts';
import { type TurnMessages, vertex } from '../turn-messages.ts';

/** The time is so long that the clock never runs out. */
const messages: TurnMessages = { settings: `size=${LINES}&time=100000`, place: vertex };

export { messages };
