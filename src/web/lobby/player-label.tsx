import { PlayerName } from '../player/player-name.tsx';
import { texts } from '../texts/page-language.ts';
import { COMPUTER } from './computer-levels.ts';

/** The name of a player with the protocol. */
export function PlayerLabel(props: { name: string; protocol: string }) {
  return (
    <span class="who">
      <PlayerName name={props.name} /> <Protocol name={props.protocol} />
    </span>
  );
}

export function Protocol({ name }: { name: string }) {
  return <span class={`protocol protocol-${name}`}>{name === COMPUTER ? texts().lobby.computerProtocol : name}</span>;
}
