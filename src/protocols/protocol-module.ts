import type { z } from 'zod';
import type { GameParameters } from '../lobby/game-parameters.ts';
import { ok, type Result } from '../result.ts';
import type { ClientHalf } from './client-session-types.ts';
import type { ConformanceSuite } from './conformance/conformance-suite.ts';
import type { Privacy } from './messages/message-privacy.ts';
import type { ProtocolMessages } from './messages/protocol-messages.ts';
import type { ConfigurePiskvorkBridge } from './piskvork-manager-bridge.ts';
import type { Settings } from './protocol-settings.ts';
import { readSettings } from './read-settings.ts';
import type { OpenServerSession } from './server-session-types.ts';

/** How the plain port detects a protocol: by a first word, by how the first word begins, or by the very first bytes. */
export interface DetectionRule {
  readonly words?: readonly string[];
  readonly prefixes?: readonly string[];
  readonly bytes?: readonly (readonly number[])[];
  /** How a server begins that speaks first: a tap knows the protocol by it. The plain port does not speak first. */
  readonly greetings?: readonly string[];
}

/** The part of a protocol that is loaded when the program starts. */
export interface ProtocolDescription {
  /** In URLs, settings and logs. */
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** Empty for a protocol that the plain port cannot detect. It needs a listener of its own, or HTTP. */
  readonly detection: DetectionRule;
  /** The strictest privacy among its messages. */
  readonly privacy: Privacy;
  /** The form in which this protocol can carry a player's name; the name itself where it can. */
  readonly carryName: (name: string) => string;
  /** Clients can propose to take back a turn or to call the game a draw, and answer such a proposal. */
  readonly hasProposals?: boolean;
  /** Clients can be told the time: their clocks run in a game with a time control. */
  readonly sendsTime?: boolean;
  /** Closing the connection is how its clients leave: their seats are not reserved for `--grace`. */
  readonly leavesByClosing?: boolean;
  /** Its clients are told the ratings of both players. */
  readonly sendsRatings?: boolean;
  /** On the plain port, the protocol is used inside a WebSocket. */
  readonly isOverHttp?: boolean;
}

/** A player whose rating never changes, in games on a board like that of the parameters. */
export interface RatingAnchor {
  readonly name: string;
  readonly rating: number;
  readonly parameters: GameParameters;
}

/** The server's half of a protocol. */
export interface ServerHalf {
  /** The anchors that the valid settings of a listener name; absent: none. */
  anchors?(settings: Settings): readonly RatingAnchor[];
  /** The message that says why there is no room, before the client has sent anything; absent if a plain line is understood. */
  makeRefusal?(why: string): Uint8Array;
  /** The bytes are a message that belongs to no game. It is not recorded. */
  belongsToNoGame?(bytes: Uint8Array): boolean;
  /** Reads a listener's settings; the problem is one clear line. */
  configure(settings: Settings): Result<OpenServerSession>;
}

/** One protocol with its server's half: the only thing that the server knows of it. */
export interface Protocol extends ProtocolDescription, ServerHalf {
  messages(): Promise<ProtocolMessages>;
}

/** One protocol: its description, and its parts, which are loaded on demand. */
export interface ProtocolModule extends ProtocolDescription {
  server(): Promise<ServerHalf>;
  /** Absent if we have no client for the protocol. */
  client?(): Promise<ClientHalf>;
  messages(): Promise<ProtocolMessages>;
  /** What `tengen check` examines; absent where there is no document to examine by. */
  conformance?(): Promise<ConformanceSuite>;
  /** Makes a player of the protocol a Piskvork engine: `tengen bot --as-piskvork`. */
  engineBridge?(): Promise<ConfigurePiskvorkBridge>;
}

interface Parts<Schema extends z.ZodObject> extends Omit<ProtocolModule, 'server'> {
  /** The settings of a listener. */
  readonly settings: Schema;
  server(): Promise<
    Omit<ServerHalf, 'configure' | 'anchors'> & {
      anchors?(settings: z.infer<Schema>): readonly RatingAnchor[];
      open(settings: z.infer<Schema>): OpenServerSession;
    }
  >;
}

/** Describes a protocol. Its file imports nothing that is loaded on demand. */
export function protocolModule<Schema extends z.ZodObject>(parts: Parts<Schema>): ProtocolModule {
  const { settings: schema, server, ...description } = parts;
  return {
    ...description,
    async server() {
      const { open, anchors, ...half } = await server();
      const configure = (settings: Settings): Result<OpenServerSession> => {
        const read = readSettings(parts.name, schema, settings);
        return read.ok ? ok(open(read.value)) : read;
      };
      if (anchors === undefined) return { ...half, configure };
      const readAnchors = (settings: Settings): readonly RatingAnchor[] => {
        const read = readSettings(parts.name, schema, settings);
        return read.ok ? anchors(read.value) : [];
      };
      return { ...half, configure, anchors: readAnchors };
    },
  };
}

/** The protocols as a server speaks them. */
export const loadServers = (modules: readonly ProtocolModule[]): Promise<readonly Protocol[]> =>
  Promise.all(modules.map(async (module) => ({ ...module, ...(await module.server()) })));

/** Finds the messages of a protocol by its name. */
export type FindProtocolMessages = (protocol: string) => ProtocolMessages | undefined;

/** The messages of all these protocols. */
export async function loadMessages(
  modules: readonly Pick<Protocol, 'name' | 'messages'>[],
): Promise<FindProtocolMessages> {
  const loaded = new Map(
    await Promise.all(modules.map(async (module) => [module.name, await module.messages()] as const)),
  );
  return (protocol) => loaded.get(protocol);
}
