import assert from 'node:assert/strict';
import type { ConversationText } from '../../../src/archive/archive.ts';
import type { Clock } from '../../../src/clock.ts';
import type { Journal } from '../../../src/journal/journal.ts';
import type { Lobby, LobbyOptions } from '../../../src/lobby/lobby.ts';
import { PROTOCOLS } from '../../../src/protocols/protocol-list.ts';
import type { ServedProtocol } from '../../../src/protocols/protocol-module.ts';
import type { OpenServerSession } from '../../../src/protocols/server-session-types.ts';
import { AllComputerPlayers } from '../../../src/server/computer-players/all-computer-players.ts';
import type { ComputerPlayer } from '../../../src/server/computer-players/computer-player.ts';
import { Hub } from '../../../src/server/hub/hub.ts';
import type { HubOptions } from '../../../src/server/hub/hub-options.ts';
import type { HubEventCounter, Log } from '../../../src/server/hub/observability.ts';
import {
  type AcceptConnection,
  acceptAnyProtocol,
  acceptProtocol,
} from '../../../src/server/listeners/accept-protocol.ts';
import { GameRecorder } from '../../../src/server/recorder/game-recorder.ts';
import { memoryAccounts } from '../accounts/memory-accounts.ts';
import { memoryArchive } from '../archive/memory-archive.ts';
import { messagesOf, SERVERS, serverNamed } from '../protocols/loaded-protocols.ts';
import { FullJournal } from './full-journal.ts';
import { VirtualClock } from './virtual-clock.ts';

/** Durations are in seconds, like on the command line. */
export interface InMemoryServerOptions {
  readonly grace?: number;
  readonly idle?: number;
  readonly resume?: number;
  /** Computer players with `houseSeats` seats each. They play with clients that have waited for `houseWait` seconds. */
  readonly house?: readonly ComputerPlayer[];
  readonly houseWait?: number;
  readonly houseSeats?: number;
  readonly log?: Log;
  /** Adds data from the database, such as ratings, to seeks. */
  readonly completeSeek?: HubOptions['completeSeek'];
  /** Makes the lobby, instead of a plain one. */
  readonly newLobby?: (options: LobbyOptions) => Lobby;
  /** Makes the metrics of a process. Called at each start. */
  readonly openMeter?: () => HubEventCounter;
  /** Called when the journal has failed and the process must end. By default, the error is thrown. */
  readonly onFailure?: (error: Error) => void;
  /** Stores the conversations of finished games. Without it, nothing is recorded. */
  readonly keepConversation?: (game: number, text: string) => Promise<void>;
}

/** The version of the server, for protocols that ask for it. */
const VERSION = '1.0';

const rethrow = (error: Error): void => {
  throw error;
};

/** A log that fails the test when a session has failed. */
const silent: Log = {
  debug: () => {},
  info: () => {},
  error: (what, message) => {
    if (message === 'session.failed') throw new Error(JSON.stringify(what));
  },
};

/** A whole server without sockets, with a virtual clock. Its journal survives a crash, but its connections do not. */
export class InMemoryServer {
  readonly clock = new VirtualClock();
  readonly journal: Journal;
  readonly #options: InMemoryServerOptions;
  readonly #signIn = memoryAccounts();
  #hub: Hub | undefined;
  #house: AllComputerPlayers | undefined;
  #starts = 0;
  /** The listeners of the running process, by their text. */
  readonly #receptions = new Map<string, AcceptConnection>();
  /** Records the messages since the last start; only with `keepConversation`. */
  recorder: GameRecorder | undefined;

  constructor(options: InMemoryServerOptions = {}, journal: Journal = new FullJournal()) {
    this.#options = options;
    this.journal = journal;
  }

  /** Starts a process. A process that was running before is killed. */
  async start(): Promise<void> {
    const start = ++this.#starts;
    this.clock.forget();
    const house = this.#house;
    this.#house = undefined;
    this.#hub = undefined;
    this.#receptions.clear();
    await house?.close();
    const { grace = 0, idle = 3600, resume = 120, log = silent } = this.#options;
    const { house: players = [], houseWait = 10, houseSeats = 16 } = this.#options;
    const { keepConversation, openMeter, newLobby, completeSeek, onFailure = rethrow } = this.#options;
    const store = async (conversations: readonly ConversationText[]): Promise<void> => {
      for (const { game, text } of conversations) await keepConversation?.(game, text);
    };
    const recorder =
      keepConversation && new GameRecorder({ clock: this.clock, log, store, protocols: SERVERS, messagesOf });
    this.recorder = recorder;
    const hub = await Hub.restore({
      protocols: PROTOCOLS,
      journal: this.journal,
      clock: this.clock,
      grace: grace * 1000,
      idle: idle * 1000,
      resume: resume * 1000,
      computerWait: houseWait * 1000,
      log,
      signIn: this.#signIn,
      lookUp: memoryArchive(this.journal),
      ...(recorder && { recorder, onStored: (entries) => recorder.stored(entries) }),
      ...(openMeter && { meter: openMeter() }),
      ...(completeSeek && { completeSeek }),
      ...(newLobby && { newLobby }),
      onFailure,
    });
    if (start !== this.#starts) return;
    this.#hub = hub;
    hub.open();
    this.#house = new AllComputerPlayers(players, {
      hub,
      clock: this.clock,
      log,
      minimumWait: houseWait * 1000,
      seats: houseSeats,
    });
    this.#house.open();
  }

  /** Stops like on SIGTERM. */
  async stop(): Promise<void> {
    await Promise.all([this.#house?.close(), this.hub.stop()]);
  }

  /** Makes the disk full, or gives it space again. */
  set hasRoom(hasRoom: boolean) {
    assert(this.journal instanceof FullJournal, 'this journal is never full');
    this.journal.hasRoom = hasRoom;
  }

  get hub(): Hub {
    assert(this.#hub !== undefined, 'the server has not been started');
    return this.#hub;
  }

  /** `plain`, or a protocol with settings: `remastered?size=9&mode=local`. */
  reception(listener: string): AcceptConnection {
    const known = this.#receptions.get(listener);
    if (known !== undefined) return known;
    const reception = openReception(this.hub, this.clock, listener);
    this.#receptions.set(listener, reception);
    return reception;
  }
}

/** `plain`, or a protocol with settings: `remastered?size=9&mode=local`. */
export function openReception(hub: Hub, clock: Clock, listener: string): AcceptConnection {
  if (listener === 'plain') return acceptAnyProtocol(hub, clock, spoken());
  const [name = '', query = ''] = listener.split('?', 2);
  const protocol = serverNamed(name);
  assert(protocol !== undefined, `no protocol ${name}`);
  return acceptProtocol(hub, protocol, configured(protocol, query), listener);
}

const spoken = (): Map<ServedProtocol, OpenServerSession> =>
  new Map(SERVERS.map((each) => [each, configured(each, '')]));

function configured(protocol: ServedProtocol, query: string): OpenServerSession {
  const open = protocol.configure(Object.fromEntries(new URLSearchParams(query)), VERSION);
  assert(open.ok, open.ok ? '' : open.problem);
  return open.value;
}
