import type { z } from 'zod';
import type { GameParameters } from '../lobby/game-parameters.ts';
import { ok, type Result } from '../result.ts';
import type { ClientHalf } from './client-session-types.ts';
import type { ConformanceSuite } from './conformance/conformance-suite.ts';
import type { Privacy } from './messages/message-privacy.ts';
import type { ProtocolMessages } from './messages/protocol-messages.ts';
import type { ConfigurePiskvorkBridge } from './piskvork-manager-bridge.ts';
import type { ProtocolSettings } from './protocol-settings.ts';
import { readSettings } from './read-settings.ts';
import type { OpenServerSession } from './server-session-types.ts';

/** How the plain port detects a protocol: by the first word, by the beginning of the first word, or by the first bytes. */
export interface DetectionRule {
  readonly words?: readonly string[];
  readonly prefixes?: readonly string[];
  readonly bytes?: readonly (readonly number[])[];
  /** How the server's first line begins, if the server sends first. `tengen tap` detects the protocol by it. */
  readonly greetings?: readonly string[];
}

/** The part of a protocol that is loaded when the program starts. */
export interface ProtocolDescription {
  /** The name in URLs, settings and logs. */
  readonly name: string;
  /** The name in texts for users. */
  readonly title: string;
  /** Empty for a protocol that the plain port cannot detect. Such a protocol needs its own listener, or HTTP. */
  readonly detection: DetectionRule;
  /** The strictest privacy among its messages. */
  readonly privacy: Privacy;
  /** Converts a player's name to a form that the protocol can write. A name that the protocol can write is unchanged. */
  readonly carryName: (name: string) => string;
  /** Whether clients can propose a take-back or a draw, and can answer such a proposal. */
  readonly hasProposals?: boolean;
  /** Whether the server can send clients their remaining time. Only then do their clocks run in a game with a time control. */
  readonly sendsTime?: boolean;
  /** Clients leave by closing the connection, so their seats are not reserved for the time of `--grace`. */
  readonly leavesByClosing?: boolean;
  /** Whether the server sends clients the ratings of both players. */
  readonly sendsRatings?: boolean;
  /** Whether the plain port carries the protocol inside a WebSocket. */
  readonly isOverHttp?: boolean;
}

/** A player whose rating never changes, in the rating category of these game parameters. */
export interface RatingAnchor {
  readonly name: string;
  readonly rating: number;
  readonly parameters: GameParameters;
}

export interface ServerHalf {
  /** The rating anchors in the valid settings of a listener. Absent: none. */
  anchors?(settings: ProtocolSettings): readonly RatingAnchor[];
  /**
   * Makes the message that refuses a connection before the client has sent anything. Absent if clients understand a plain line.
   */
  makeRefusal?(why: string): Uint8Array;
  /** Whether the bytes are a message that belongs to no game. Such a message is not recorded. */
  belongsToNoGame?(bytes: Uint8Array): boolean;
  /** Reads a listener's settings. The problem is one line. `version`: the server's version, for protocols that ask for it. */
  configure(settings: ProtocolSettings, version?: string): Result<OpenServerSession>;
}

/** One protocol with its server's half, as the server uses it. */
export interface ServedProtocol extends ProtocolDescription, ServerHalf {
  messages(): Promise<ProtocolMessages>;
}

/** One protocol: its description, and its parts, which are loaded on demand. */
export interface ProtocolModule extends ProtocolDescription {
  server(): Promise<ServerHalf>;
  /** Absent if we have no client for the protocol. */
  client?(): Promise<ClientHalf>;
  messages(): Promise<ProtocolMessages>;
  /** The clauses for `tengen check`. Absent if the protocol has no document. */
  conformance?(): Promise<ConformanceSuite>;
  /** Connects a player of the protocol to a Piskvork manager as an engine: `tengen bot --as-piskvork`. */
  engineBridge?(): Promise<ConfigurePiskvorkBridge>;
}

interface ModuleParts<Schema extends z.ZodObject> extends Omit<ProtocolModule, 'server'> {
  /** The form of a listener's settings. */
  readonly settings: Schema;
  server(): Promise<
    Omit<ServerHalf, 'configure' | 'anchors'> & {
      anchors?(settings: z.infer<Schema>): readonly RatingAnchor[];
      open(settings: z.infer<Schema>, version: string): OpenServerSession;
    }
  >;
}

/** Describes a protocol. The calling file must import only types of the parts that are loaded on demand. */
export function protocolModule<Schema extends z.ZodObject>(parts: ModuleParts<Schema>): ProtocolModule {
  const { settings: schema, server, ...description } = parts;
  return {
    ...description,
    async server() {
      const { open, anchors, ...half } = await server();
      const configure = (settings: ProtocolSettings, version = 'unknown'): Result<OpenServerSession> => {
        const read = readSettings(parts.name, schema, settings);
        return read.ok ? ok(open(read.value, version)) : read;
      };
      if (anchors === undefined) return { ...half, configure };
      const readAnchors = (settings: ProtocolSettings): readonly RatingAnchor[] => {
        const read = readSettings(parts.name, schema, settings);
        return read.ok ? anchors(read.value) : [];
      };
      return { ...half, configure, anchors: readAnchors };
    },
  };
}

export const loadServers = (modules: readonly ProtocolModule[]): Promise<readonly ServedProtocol[]> =>
  Promise.all(modules.map(async (module) => ({ ...module, ...(await module.server()) })));

export type FindProtocolMessages = (protocol: string) => ProtocolMessages | undefined;

export async function loadMessages(
  modules: readonly Pick<ServedProtocol, 'name' | 'messages'>[],
): Promise<FindProtocolMessages> {
  const loaded = new Map(
    await Promise.all(modules.map(async (module) => [module.name, await module.messages()] as const)),
  );
  return (protocol) => loaded.get(protocol);
}
