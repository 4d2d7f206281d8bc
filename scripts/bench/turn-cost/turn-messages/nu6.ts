import { LINES } from '../../server/generated-games.ts';
import type { TurnMessages } from '../turn-messages.ts';

const words: TurnMessages = { place: ({ x, y }) => `CORE.MOVE~${y * LINES + x}` };

export { words };
