import { useEffect } from 'preact/hooks';
import type { LobbyResource } from '../../protocols/api/resource-schemas.ts';
import { fetchApi } from '../connection/fetch-api.ts';
import { type ReloadableResource, useResource } from '../connection/use-resource.ts';
import { displayName } from '../formatting/display-name.ts';
import { boardName } from '../formatting/game-text.ts';
import { COMPUTER } from '../lobby/computer-levels.ts';
import { NameWithProtocol } from '../lobby/name-with-protocol.tsx';
import { PageContent } from '../shell/page-content.tsx';
import { ResourceView } from '../shell/resource-view.tsx';
import { texts } from '../texts/page-language.ts';
import { BanList } from './ban-list.tsx';
import { ConfirmButton } from './confirm-button.tsx';
import { RequestForm } from './request-form.tsx';
import { account, loadAccount } from './signed-in-account.ts';
import './account.css';

/** For administrators: games, players, bans and forgotten passwords. */
export function AdministrationPage() {
  const { administration } = texts();
  useEffect(() => void loadAccount(), []);
  return (
    <PageContent title={administration.title} class="account">
      {account.value?.administrator ? <AdministrationLists /> : <p>{administration.forbidden}</p>}
    </PageContent>
  );
}

function AdministrationLists() {
  const lobby = useResource<LobbyResource>('/api/lobby');
  return (
    <div class="account-columns">
      <ResourceView of={lobby}>
        {(body) => (
          <>
            <Games games={body.games} lobby={lobby} />
            <Players players={body.players} lobby={lobby} />
          </>
        )}
      </ResourceView>
      <BanList changed={lobby.reload} />
      <Passwords />
    </div>
  );
}

type Lobby = ReloadableResource<LobbyResource>;

function Games({ games, lobby }: { games: LobbyResource['games']; lobby: Lobby }) {
  const all = texts();
  const { administration } = all;
  const stop = async (game: number): Promise<void> => {
    await fetchApi<void>(`/api/administration/games/${game}/stop`, 'POST');
    lobby.reload();
  };
  return (
    <section class="card" aria-labelledby="running">
      <h2 id="running">{administration.games}</h2>
      {games.length === 0 ? <p class="soft">{administration.noGames}</p> : null}
      <ul class="list">
        {games.map(({ game, board, black, white }) => (
          <li key={game}>
            <a class="grow" href={`/games/${game}`}>
              <bdi>{displayName(black.name)}</bdi> – <bdi>{displayName(white.name)}</bdi>
              <span class="soft small account-line">{boardName(board, all)}</span>
            </a>
            <ConfirmButton
              text={administration.stop}
              about={`${displayName(black.name)} – ${displayName(white.name)}`}
              act={() => void stop(game)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Players({ players, lobby }: { players: LobbyResource['players']; lobby: Lobby }) {
  const { administration } = texts();
  const remove = async (name: string): Promise<void> => {
    await fetchApi<void>(`/api/administration/players/${encodeURIComponent(name)}/remove`, 'POST');
    lobby.reload();
  };
  return (
    <section class="card" aria-labelledby="present">
      <h2 id="present">{administration.players}</h2>
      {players.length === 0 ? <p class="soft">{administration.noPlayers}</p> : null}
      <ul class="list">
        {players.map(({ name, protocol }) => (
          <li key={name}>
            <span class="grow">
              <NameWithProtocol name={name} protocol={protocol} />
            </span>
            {protocol === COMPUTER ? null : (
              <ConfirmButton text={administration.remove} about={name} act={() => void remove(name)} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Passwords() {
  const { account, administration } = texts();
  const path = (name: string): string => `/api/administration/accounts/${encodeURIComponent(name)}/password`;
  return (
    <section class="card" aria-labelledby="forgotten">
      <h2 id="forgotten">{administration.reset}</h2>
      <p class="soft small">{administration.resetHelp}</p>
      <RequestForm
        request={(field) => fetchApi<{ password: string }>(path(field('name')), 'POST')}
        submit={administration.makePassword}
        done={({ password }) => (
          <>
            {account.newPassword}: <code>{password}</code>
          </>
        )}
      >
        <label class="field">
          {account.name}
          <input name="name" required maxLength={64} autocomplete="off" />
        </label>
      </RequestForm>
    </section>
  );
}
