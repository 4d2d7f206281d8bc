/**
 * Which clients may see a message. `public`: every client that views the finished game. `private`: only the sender and the
 * receiver. The server records that there was a message, without its bytes. `secret`: like `private`, but the message is also
 * never logged or tapped, and no input of the lobby contains it.
 */
export type Privacy = 'public' | 'private' | 'secret';

/** The privacy of a kind of message. It may depend on the message, unless the privacy is `secret`. */
export type PrivacyRule<Message> = Privacy | ((message: Message) => Exclude<Privacy, 'secret'>);

const ORDER: readonly Privacy[] = ['public', 'private', 'secret'];

/** The strictest privacy that messages of these kinds can have. */
export const strictestOf = (rules: Iterable<PrivacyRule<never>>): Privacy =>
  [...rules].reduce<Privacy>((strictest, rule) => {
    const privacy = typeof rule === 'string' ? rule : 'private';
    return ORDER.indexOf(privacy) > ORDER.indexOf(strictest) ? privacy : strictest;
  }, 'public');

export const describePrivacy = (privacy: PrivacyRule<never>): string =>
  typeof privacy === 'string' ? privacy : 'public or private';
