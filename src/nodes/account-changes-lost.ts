/** The changes of names and bans that the database has cannot reach the stream. The message is one clear line for the operator. */
export class AccountChangesLost extends Error {
  override readonly name = 'AccountChangesLost';
}
