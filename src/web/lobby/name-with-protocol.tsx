import { PlayerLink } from '../player/player-link.tsx';
import { texts } from '../texts/page-language.ts';
import { COMPUTER } from './computer-levels.ts';

export function NameWithProtocol(props: { name: string; protocol: string }) {
  return (
    <span class="name-with-protocol">
      <PlayerLink name={props.name} /> <Protocol name={props.protocol} />
    </span>
  );
}

export function Protocol({ name }: { name: string }) {
  return <span class={`protocol protocol-${name}`}>{protocolName(name)}</span>;
}

/** The name of a protocol, which is the same in every language. For computer players it is a word of the page's language. */
export const protocolName = (name: string): string => (name === COMPUTER ? texts().lobby.computerProtocol : name);
