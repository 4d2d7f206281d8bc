import { type TurnMessages, vertex } from '../turn-messages.ts';

const messages: TurnMessages = { place: vertex };

export { messages };
