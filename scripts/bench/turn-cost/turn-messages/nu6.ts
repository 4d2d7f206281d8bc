import { LINES } from '../../server/generated-games.ts';
import type { TurnMessages } from '../turn-messages.ts';

const messages: TurnMessages = { place: ({ x, y }) => `CORE.MOVE~${y * LINES + x}` };

export { messages };
