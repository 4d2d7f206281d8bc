import { type TurnMessages, vertex } from '../turn-messages.ts';

const words: TurnMessages = { place: vertex };

export { words };
