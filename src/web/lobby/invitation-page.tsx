import { useEffect } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import type { InvitationResource } from '../../protocols/api/resource-schemas.ts';
import type { ListedSeekJson } from '../../protocols/api/server-message-schema.ts';
import { opposite } from '../../rules/color.ts';
import { status, you } from '../connection/connection.ts';
import { useResource } from '../connection/use-resource.ts';
import { displayName } from '../formatting/display-name.ts';
import { boardName, rulesInBrief } from '../formatting/game-text.ts';
import { PageContent } from '../shell/page-content.tsx';
import { ResourceView } from '../shell/resource-view.tsx';
import { language, texts } from '../texts/page-language.ts';
import { askLobby, failure } from './lobby-requests.ts';
import { OwnSeek } from './own-status.tsx';

/** `/invite/KEY`: the page for a visitor who opens the link of an invitation. */
export function InvitationPage() {
  const { invitation: words } = texts();
  const key = useRoute().params['key'] ?? '';
  const { route } = useLocation();
  const { seat, seek } = you.value;
  useEffect(() => {
    if (seat?.key === key) route(`/games/${seat.game}`);
  }, [seat?.game]);
  return (
    <PageContent title={words.title} class="narrow lobby">
      {seek?.invitation === key ? <OwnSeek /> : <Invited key={key} secret={key} />}
    </PageContent>
  );
}

function Invited({ secret }: { secret: string }) {
  const { invitation: words } = texts();
  const resource = useResource<InvitationResource>(`/api/invitations/${encodeURIComponent(secret)}`);
  return (
    <ResourceView of={resource} missing={words.gone} unfit={words.gone}>
      {(found) =>
        found.state === 'waiting' ? (
          <Waiting seek={found.seek} secret={secret} />
        ) : (
          <p>
            {words.taken} <a href={`/games/${found.game}?key=${encodeURIComponent(secret)}`}>{words.watch}</a>
          </p>
        )
      }
    </ResourceView>
  );
}

function Waiting({ seek, secret }: { seek: ListedSeekJson; secret: string }) {
  const all = texts();
  const { invitation: words, rules } = all;
  const { options = {} } = seek;
  return (
    <section class="card invited">
      <p>
        <strong>
          <bdi>{words.invites(displayName(seek.host))}</bdi>
        </strong>
      </p>
      <p class="invited-game">
        {boardName(seek.board, all)} <span class="soft">{rulesInBrief(seek.board, all, language.value)}</span>
      </p>
      {seek.color === undefined ? null : <p>{words.yourColor(rules[opposite(seek.color)])}</p>}
      {options.private === true ? <p class="soft">{words.isPrivate}</p> : null}
      <button
        type="button"
        class="primary"
        disabled={status.value !== 'open'}
        onClick={() => void askLobby({ kind: 'accept-invitation', key: secret })}
      >
        {words.play}
      </button>
      <p class="problem" role="alert">
        {failure.value?.(all)}
      </p>
      <p class="soft small">{words.noAccount}</p>
    </section>
  );
}
