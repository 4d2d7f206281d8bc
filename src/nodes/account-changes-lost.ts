/**
 * Changes of names and bans in the database can no longer be published to the stream. The message is one clear line for the
 * operator.
 */
export class AccountChangesLost extends Error {
  override readonly name = 'AccountChangesLost';
}
