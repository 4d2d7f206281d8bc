import type { TurnMessages } from '../turn-messages.ts';

const words: TurnMessages = { place: ({ x, y }) => `MOVE ${x} ${y}` };

export { words };
