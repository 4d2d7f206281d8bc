import type { CommandAnswer } from '../../lobby/command.ts';
import type { DirectoryChange, ListedPlayer, ListedSeek } from '../../lobby/directory/directory.ts';
import type { Color } from '../../rules/color.ts';
import { parseWholeNumber } from '../parse-whole-number.ts';
import type { ClientCommand } from './client-messages.ts';
import {
  acceptingCommand,
  accepts,
  isUsualKomi,
  type MatchTerms,
  minutesOf,
  nmatchWords,
  parametersOf,
  termsOf,
  termsOfSeek,
} from './match-terms.ts';
import type { SessionContext } from './session-context.ts';

type TermCommand = ClientCommand & { readonly kind: 'komi' | 'handicap' | 'free' | 'unfree' | 'addtime' };

/** The maximum number of requests of other players that are shown at once. */
const MAX_REQUESTS = 100;

/** A request of the client for one opponent. */
interface SentRequest {
  readonly opponent: string;
  readonly terms: MatchTerms;
  readonly verb: 'match' | 'nmatch';
}

type Opponent = Pick<ListedPlayer, 'name' | 'game' | 'playing' | 'offers'>;

const fold = (name: string): string => name.toLowerCase();

/** The requests for games, from the client and to the client. A request is a seek that names its opponent. */
export class MatchRequests {
  readonly #link: SessionContext;
  readonly #usualKomi: number;
  /** The requests of other players, by their names in lower case. */
  readonly #received = new Map<string, ListedSeek>();
  /** The client's own request that waits. `open`: a seek for any opponent. */
  #sent: SentRequest | 'open' | undefined;
  /** The komi of the client's requests. */
  #komi: number | undefined;

  constructor(link: SessionContext, usualKomi: number) {
    this.#link = link;
    this.#usualKomi = usualKomi;
  }

  match(command: ClientCommand & { readonly kind: 'match' | 'nmatch' }): void {
    const terms = termsOf(command);
    if (!terms.ok) this.#link.send('5 Invalid parameters', `9 ${terms.problem}`);
    else if (this.#link.own !== undefined) this.#link.send('5 You are playing a game already.');
    else if (fold(command.name) === fold(this.#link.name)) this.#link.send('5 You cannot play against yourself.');
    else
      this.#link.ask({ kind: 'look-up', name: command.name }, (answer) => {
        // The name may be that of a group of computer players, which is not a player.
        const player = answer.kind === 'player' ? answer.player : { name: command.name };
        this.#request(player, terms.value, command.kind);
      });
  }

  #request({ name, game, playing, offers }: Opponent, terms: MatchTerms, verb: SentRequest['verb']): void {
    if ((game !== undefined || playing) && offers === undefined) {
      this.#link.send(`5 ${name} is currently involved in a match against someone else.`);
      return;
    }
    const received = this.#received.get(fold(name));
    // A client that accepts a request accepts its komi.
    const komi = received !== undefined && accepts(terms, received) ? undefined : this.#komi;
    const parameters = parametersOf(terms, komi, this.#usualKomi);
    const drawn = this.#draw();
    const color = terms.color === undefined ? { hostColor: drawn } : { color: terms.color };
    this.#link.ask({ kind: 'seek', parameters, opponent: name, mustBeSeen: true, ...color }, (answer) =>
      this.#requested(answer, { opponent: name, terms: { ...terms, color: terms.color ?? drawn }, verb }),
    );
  }

  /**
   * A random colour, for a request that lets the server choose. No client knows the millisecond in which its request arrives.
   */
  #draw(): Color {
    return this.#link.now % 2 === 0 ? 'black' : 'white';
  }

  /** Answers a request. If a game begins, its notice is the answer. */
  #requested(answer: CommandAnswer, sent: SentRequest): void {
    const { opponent: name, terms } = sent;
    if (answer.kind === 'waiting') {
      this.#sent = sent;
      const received = this.#received.get(fold(name));
      const declining =
        received === undefined
          ? []
          : (this.#dispute(sent, received) ?? [`9 Declining offer from ${name} and offering new match parameters.`]);
      const color = terms.color === 'white' ? 'Black' : 'White';
      const requesting = `9 Requesting match in ${minutesOf(terms.time)} min with ${name} as ${color}.`;
      this.#link.send(...declining, requesting);
    } else if (answer.kind === 'refused') {
      this.#link.send(
        answer.why === 'not-now'
          ? NO_NEW_GAMES
          : answer.why === 'no-such-player'
            ? noUser(name)
            : `5 Player "${name}" is not open to match requests.`,
      );
    }
  }

  /** Handles `seek SIZE [MINUTES BYOMINUTES]` and `seek cancel`. Other forms, which some clients send, are ignored. */
  seek(words: string): void {
    const [size = '', minutes, byoMinutes, ...more] = words.split(' ');
    const numbers = [size, minutes ?? '0', byoMinutes ?? '0'].map(parseWholeNumber);
    if (words === 'cancel') this.withdraw();
    else if (this.#link.own !== undefined) this.#link.send('5 You are playing a game already.');
    else if (numbers.some((number) => number === undefined) || more.length > 0) this.#link.send();
    else this.#seekOpen(numbers as [number, number, number], minutes !== undefined);
  }

  #seekOpen([size, minutes, byoMinutes]: [number, number, number], hasTime: boolean): void {
    const command = { kind: 'match', name: '', color: 'drawn', size, minutes, byoMinutes } as const;
    const terms = termsOf(command);
    if (!terms.ok) {
      this.#link.send('5 Invalid parameters', `9 ${terms.problem}`);
      return;
    }
    const { time, ...rest } = terms.value;
    const parameters = parametersOf({ ...rest, ...(hasTime ? { time } : {}) }, this.#komi, this.#usualKomi);
    this.#link.ask({ kind: 'seek', parameters }, (answer) => {
      if (answer.kind === 'waiting') {
        this.#sent = 'open';
        this.#link.send(`9 You wait for an opponent on ${size}x${size}. Type "seek cancel" to stop.`);
      } else if (answer.kind === 'refused') this.#link.send(NO_NEW_GAMES);
    });
  }

  /**
   * Handles a command that sets a term. The terms of a running game are fixed. Without a game, `komi` applies to the next
   * requests.
   */
  setTerm(command: TermCommand): void {
    const { own } = this.#link;
    if (command.kind === 'komi') this.#setKomi(command.points);
    else if (own === undefined) this.#link.send('5 You are not playing a game.');
    else if (command.kind === 'handicap' && command.stones === own.terms.handicap) this.#link.send();
    else this.#link.send(TERMS_ARE_FIXED);
  }

  #setKomi(points: number): void {
    const { own } = this.#link;
    if (own === undefined) this.#komi = points;
    const isSet = own === undefined || own.terms.komi === points;
    this.#link.send(isSet ? `9 Set the komi to ${points}` : TERMS_ARE_FIXED);
  }

  withdraw(): void {
    if (this.#sent === undefined) {
      this.#link.send('5 You have asked for no game.');
      return;
    }
    this.#sent = undefined;
    this.#link.ask({ kind: 'cancel' }, () => this.#link.send('9 You withdraw the match offer.'));
  }

  decline(name: string): void {
    const request = this.#received.get(fold(name));
    if (request === undefined) {
      this.#link.send(hasNotAsked(name));
      return;
    }
    const { host } = request;
    this.#link.ask({ kind: 'decline-seek', host }, ({ kind }) => {
      const isThere = this.#received.has(fold(name));
      if (kind === 'done') {
        this.#received.delete(fold(name));
        this.#link.send(`9 You decline the match offer from ${host}.`);
      } else if (isThere)
        this.#link.send(`5 The match offer from ${host} stands: its client cannot be told that you decline.`);
      else this.#link.send(hasNotAsked(host));
    });
  }

  started(): void {
    this.#sent = undefined;
  }

  /** A player has left. Its alias does not exist any more, so its request is removed here. */
  left(name: string): void {
    this.#received.delete(fold(name));
  }

  /** Seeks were added or removed. A client that is not open does not get requests; they are declined. */
  changed(changes: readonly DirectoryChange[], isOpen: boolean): void {
    for (const change of changes) {
      if (change.kind === 'seek-added') this.#added(change.seek, isOpen);
      else if (change.kind === 'seek-removed') this.#removed(change.host, changes);
    }
  }

  #added(seek: ListedSeek, isOpen: boolean): void {
    const { host, opponent, color } = seek;
    if (opponent === undefined || host === this.#link.name) return;
    if (!isOpen) {
      this.#link.ask({ kind: 'decline-seek', host }, () => {});
      return;
    }
    const accepting = acceptingCommand(seek);
    if (accepting === undefined || this.#received.size >= MAX_REQUESTS) return;
    this.#received.set(fold(host), seek);
    const lines = [...this.#counterOffer(seek), ...this.#komiLines(seek)];
    const request = requestLine(seek, accepting, color ?? 'black');
    this.#link.send(...lines, request, `9 Use <${accepting}> or <decline ${host}> to respond.`);
  }

  /**
   * The line about an unusual komi. A request does not contain the komi, but a client that accepts the request accepts the
   * komi.
   */
  #komiLines(seek: ListedSeek): readonly string[] {
    if (seek.parameters.game !== 'go') return [];
    const { komi, fixedKomi } = seek.parameters;
    const { handicap } = termsOfSeek(seek);
    const isHandicapKomi = handicap > 0 && !fixedKomi;
    if (isHandicapKomi || isUsualKomi({ komi, handicap }, this.#usualKomi)) return [];
    return [`9 ${seek.host} asks for a komi of ${komi}.`];
  }

  /** The lines if the client had sent a request to this host: the host has answered by a request with other terms. */
  #counterOffer(seek: ListedSeek): readonly string[] {
    const sent = this.#sent;
    if (sent === undefined || sent === 'open' || !this.#hasRequestTo(seek.host)) return [];
    this.#sent = undefined;
    this.#link.ask({ kind: 'cancel' }, () => {});
    return this.#dispute(sent, seek) ?? [`9 ${seek.host} declines your request for a match.`];
  }

  /** Whether a request of the client to this player waits. */
  #hasRequestTo(name: string): boolean {
    return this.#sent !== undefined && this.#sent !== 'open' && fold(this.#sent.opponent) === fold(name);
  }

  /** The lines about the terms of both sides, if both requests are `nmatch`. Otherwise undefined. */
  #dispute({ terms, verb }: SentRequest, received: ListedSeek): readonly string[] | undefined {
    if (verb !== 'nmatch' || !acceptingCommand(received)?.startsWith('nmatch ')) return undefined;
    const theirs = termsOfSeek(received);
    return [
      '5 There is a dispute regarding your nmatch:',
      `5 ${received.host} request: ${nmatchWords(theirs)}`,
      `5 ${this.#link.name} request: ${nmatchWords(terms)}`,
    ];
  }

  #removed(host: string, changes: readonly DirectoryChange[]): void {
    const { name, own } = this.#link;
    if (host !== name) {
      const isAccepted = own?.names.black === host || own?.names.white === host;
      const isKnown = this.#received.delete(fold(host));
      // A counter-offer has already reported the end of the request.
      if (isKnown && !isAccepted && !this.#hasRequestTo(host)) this.#link.send(`9 ${host} withdraws the match offer.`);
      return;
    }
    // A new request has replaced the old one.
    if (changes.some((change) => change.kind === 'seek-added' && change.seek.host === name)) return;
    const sent = this.#sent;
    if (sent === undefined || sent === 'open' || own !== undefined) return;
    this.#sent = undefined;
    this.#link.send(`9 ${sent.opponent} declines your request for a match.`);
  }
}

const TERMS_ARE_FIXED = '5 The terms of a game are fixed when it begins.';
export const NO_NEW_GAMES = '5 No games begin now. Please try again later.';

const hasNotAsked = (name: string): string => `5 ${name} has not asked you for a game.`;
const noUser = (name: string): string => `5 No user named "${name}" is logged in.`;

function requestLine({ host, parameters }: ListedSeek, accepting: string, color: 'black' | 'white'): string {
  const [verb, , mine, ...rest] = accepting.split(' ');
  if (verb === 'nmatch') return `9 NMatch requested with ${host}(${mine === 'W' ? 'B' : 'W'} ${rest.join(' ')}).`;
  const { size, time = { kind: 'none' } as const } = parameters;
  const side = color === 'black' ? 'Black' : 'White';
  return `9 Match [${size}x${size}] in ${minutesOf(time)} minutes requested with ${host} as ${side}.`;
}
