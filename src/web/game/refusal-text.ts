import type { RequestOutcome } from '../connection/pending-requests.ts';
import type { Texts } from '../texts/texts-type.ts';

type Refused = Exclude<RequestOutcome, { readonly kind: 'done' }>;

export function refusalText(reply: Refused, { game }: Texts): string {
  const words = game.refused;
  const why = words[keyOf(reply)];
  return reply.kind === 'refused' && reply.opponentRules === true ? words.opponentRules(why) : why;
}

type Key = Exclude<keyof Texts['game']['refused'], 'opponentRules'>;

function keyOf(reply: Refused): Key {
  if (reply.kind === 'lost') return 'lost';
  switch (reply.why) {
    case 'occupied':
    case 'ko':
    case 'suicide':
    case 'overline':
      return reply.why;
    case 'double-four':
      return 'doubleFour';
    case 'double-three':
      return 'doubleThree';
    case 'not-your-turn':
      return 'notYourTurn';
    case 'off-board':
      return 'offBoard';
    case 'no-game':
      return 'noGame';
    case 'no-pass':
      return 'noPass';
    case 'cannot-offer':
      return 'cannotOffer';
    case 'cannot-mark':
      return 'cannotMark';
    case 'no-offer':
      return 'noOffer';
    case 'not-now':
      return 'notNow';
    default:
      return 'other';
  }
}
