import type { TurnMessages } from '../turn-messages.ts';

const messages: TurnMessages = { place: ({ x, y }) => `MOVE ${x} ${y}` };

export { messages };
