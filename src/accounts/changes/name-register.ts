import type { FoldLookAlikes } from '../../lobby/players/look-alikes.ts';
import type { Ban } from '../../protocols/api/resource-schemas.ts';
import {
  type LobbyReservedNames,
  OwnedAndBannedNames,
  type OwnedOrBannedNameSnapshot,
} from '../owned-and-banned-names.ts';
import { ActiveBans } from './active-bans.ts';
import type { NameRegisterChange } from './name-register-change.ts';

/** A complete register as plain JSON data. Equal registers have equal snapshots. */
export interface NameRegisterSnapshot {
  /** Sorted by folded name. */
  readonly names: readonly OwnedOrBannedNameSnapshot[];
  /** Sorted by id. */
  readonly bans: readonly Ban[];
}

/**
 * The reserved names and bans that result from the changes so far. Updates the reserved names of the lobby. No clock, no I/O.
 */
export class NameRegister {
  readonly names: OwnedAndBannedNames;
  readonly bans = new ActiveBans();

  constructor(lobby: LobbyReservedNames, skeleton?: FoldLookAlikes) {
    this.names = new OwnedAndBannedNames(lobby, skeleton);
  }

  /** `OwnedAndBannedNames.prepare` must have resolved, or the skeleton must have been given. */
  apply(change: NameRegisterChange): void {
    const { names } = this;
    switch (change.kind) {
      case 'owned':
        names.addOwner(change.name, change.guarded);
        break;
      case 'released':
        names.removeOwner(change.name);
        break;
      case 'admitted':
        names.addAddress(change.name, change.address, change.until);
        break;
      case 'opened':
        names.open(change.name, change.until, change.address);
        break;
      case 'revoked':
        if (change.everywhere) names.forgetAddresses(change.name);
        break;
      case 'banned':
        this.#ban(change.ban);
        break;
      case 'unbanned':
        this.#unban(change.id);
        break;
    }
  }

  #ban(ban: Ban): void {
    const { name } = ban;
    const isNew = name !== undefined && !this.bans.hasName(name);
    this.bans.add(ban);
    if (isNew) this.names.setBanned(name, true);
  }

  #unban(id: number): void {
    const name = this.bans.remove(id)?.name;
    if (name !== undefined && !this.bans.hasName(name)) this.names.setBanned(name, false);
  }

  snapshot(): NameRegisterSnapshot {
    return { names: this.names.snapshot(), bans: this.bans.all.sort((one, other) => one.id - other.id) };
  }

  /** Restores the state of a snapshot. Does not update the lobby, which has a snapshot of its own. */
  restore({ names, bans }: NameRegisterSnapshot): void {
    this.names.restore(names);
    for (const ban of bans) this.bans.add(ban);
  }
}
