import { z } from 'zod';
import { withOpenApiNames } from './openapi-message-names.ts';
import { type AskedOptions, values } from './value-schemas.ts';

function makeAudience() {
  const { anyName, gameNumber } = values();
  return z.union([
    z.literal('everyone'),
    z.literal('opponent'),
    z.strictObject({ name: anyName }),
    z.strictObject({ game: gameNumber }),
  ]);
}

function makeUnion() {
  const { anyName, askedBoard: board, askedOptions, color, gameNumber, key, messageId: id, name, point } = values();
  const union = z
    .discriminatedUnion('kind', [
      /** Enters with a name; without one, as `guest-N`. A client that has not entered can only enter, watch, observe, sync and leave. */
      z.strictObject({
        kind: z.literal('enter'),
        id,
        name: name.optional(),
        board: board.optional().describe('Without a name: the board of the guest whose seat may still be reserved.'),
        marking: z
          .literal(true)
          .optional()
          .describe(
            'The client can mark dead stones after two passes. Otherwise all stones of its games count as alive.',
          ),
      }),
      z.strictObject({ kind: z.literal('rename'), id, name }),
      /** Leaves the server. A running game is lost. */
      z.strictObject({ kind: z.literal('leave'), id }),
      /**
       * Makes a seek: finds a waiting seek for the same board, or waits. With `opponent` only for this player, with `computer`
       * only for a computer player.
       */
      z
        .strictObject({
          kind: z.literal('seek'),
          id,
          board,
          options: askedOptions.optional(),
          opponent: anyName.optional(),
          computer: z
            .boolean()
            .optional()
            .describe('Asks for a computer player. Computer players take no other seeks of the page.'),
          color: color.optional(),
          invitation: key
            .optional()
            .describe(
              'The opponent is the first player who accepts the invitation with this key. The seek is not shown to other clients.',
            ),
        })
        .refine(({ opponent, computer }) => opponent === undefined || computer !== true, {
          path: ['computer'],
          error: 'is for a seek without an opponent',
        })
        .refine(({ invitation, opponent, computer }) => invitation === undefined || !(opponent ?? computer), {
          path: ['invitation'],
          error: 'is for a seek without an opponent',
        })
        .refine(isMeetable, {
          path: ['options', 'private'],
          error: 'needs an invitation, an opponent or the computer',
        }),
      z.strictObject({ kind: z.literal('cancel'), id }),
      /** Accepts the waiting seek of `host` for this board. */
      z.strictObject({ kind: z.literal('take'), id, host: anyName, board, options: askedOptions.optional() }),
      /** Declines the waiting seek of `host`, which names the client as the opponent. */
      z.strictObject({ kind: z.literal('decline-seek'), id, host: anyName }),
      z.strictObject({ kind: z.literal('accept-invitation'), id, key }),
      z.strictObject({ kind: z.literal('play'), id, point }),
      z.strictObject({ kind: z.literal('pass'), id }),
      z.strictObject({ kind: z.literal('resign'), id }),
      /**
       * Offers the opponent a take-back of the sender's last move, a draw, or an adjournment. Only if the clients of both
       * seats know offers; an adjournment only if the game has `canAdjourn`.
       */
      z.strictObject({ kind: z.literal('offer'), id, what: z.enum(['undo', 'draw', 'adjourn']) }),
      /**
       * Continues an adjourned game of the account, if the opponent has asked within the last five minutes. Otherwise asks the
       * opponent.
       */
      z.strictObject({ kind: z.literal('reopen'), id, game: gameNumber }),
      /** Answers the opponent's offer. */
      z.strictObject({ kind: z.literal('accept'), id }),
      z.strictObject({ kind: z.literal('decline'), id }),
      /** While dead stones are marked: the whole chain at the point is dead, or alive. */
      z.strictObject({ kind: z.literal('mark'), id, point, dead: z.boolean() }),
      /** Accepts the stones that are marked. Once both sides do, the game is counted. */
      z.strictObject({ kind: z.literal('accept-marks'), id }),
      /** Resumes play. After two more passes all stones count as alive. */
      z.strictObject({ kind: z.literal('resume-play'), id }),
      z.strictObject({ kind: z.literal('chat'), id, text: z.string().min(1).max(500), to: makeAudience() }),
      /** Subscribes to the directory: players, seeks and games. */
      z.strictObject({ kind: z.literal('observe'), id }),
      z.strictObject({ kind: z.literal('unobserve'), id }),
      /** Subscribes to the events of one running game. */
      z.strictObject({
        kind: z.literal('watch'),
        id,
        game: gameNumber,
        key: key.optional().describe('The key of the invitation, for a private game.'),
      }),
      z.strictObject({ kind: z.literal('unwatch'), id, game: gameNumber }),
      /** Asks for the whole state again, as after a lost connection. */
      z.strictObject({ kind: z.literal('sync'), id }),
    ])
    .describe('A message of a client.');
  return withOpenApiNames('Client', union);
}

/** A private seek waits for one player. */
const isMeetable = (seek: {
  readonly options?: AskedOptions | undefined;
  readonly invitation?: string | undefined;
  readonly opponent?: string | undefined;
  readonly computer?: boolean | undefined;
}): boolean =>
  seek.options?.private !== true ||
  seek.invitation !== undefined ||
  seek.opponent !== undefined ||
  seek.computer === true;

let made: ReturnType<typeof makeUnion> | undefined;

/**
 * The schema of client messages, each of which is one JSON object. Every message gets exactly one `done` or `refused`, in
 * order. The requested data (`directory`, `game`, everything after `sync`) arrives before its `done`, and the consequences
 * after it. The schema is made at its first use, so that the start of the server does not wait for it.
 */
export function clientMessage(): ReturnType<typeof makeUnion> {
  made ??= makeUnion();
  return made;
}

export type ClientMessage = z.infer<ReturnType<typeof makeUnion>>;
