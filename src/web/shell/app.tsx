import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { ErrorBoundary, LocationProvider, lazy, Route, Router, useLocation } from 'preact-iso';
import { farewell, reconnect, status } from '../connection/connection.ts';
import { ChallengeNotices } from '../lobby/challenge-notices.tsx';
import { LobbyPage } from '../lobby/lobby-page.tsx';
import { NameDialog } from '../name-dialog/name-dialog.tsx';
import { texts } from '../texts/page-language.ts';
import { Announcer } from './announcer.tsx';
import { Header } from './header.tsx';
import { NotFound } from './not-found.tsx';
import { PageContent } from './page-content.tsx';

const GamePage = lazy(async () => (await import('../game/game-page.tsx')).GamePage);
const InvitationPage = lazy(async () => (await import('../lobby/invitation-page.tsx')).InvitationPage);
const ArchivePage = lazy(async () => (await import('../archive/archive-page.tsx')).ArchivePage);
const PlayerPage = lazy(async () => (await import('../player/player-page.tsx')).PlayerPage);
const RatingsPage = lazy(async () => (await import('../player/ratings-page.tsx')).RatingsPage);
const InspectorPage = lazy(async () => (await import('../inspector/inspector-page.tsx')).InspectorPage);
const AccountPage = lazy(async () => (await import('../account/account-page.tsx')).AccountPage);
const AdministrationPage = lazy(async () => (await import('../account/administration-page.tsx')).AdministrationPage);

/** All paths of the page. The components read their address with `useRoute().params` and `.query`. */
function PageRoutes() {
  return (
    <Router>
      <Route path="/" component={LobbyPage} />
      <Route path="/games/:game" component={GamePage} />
      <Route path="/invite/:key" component={InvitationPage} />
      <Route path="/archive" component={ArchivePage} />
      <Route path="/players/:name" component={PlayerPage} />
      <Route path="/ratings" component={RatingsPage} />
      <Route path="/inspector/:game" component={InspectorPage} />
      <Route path="/account" component={AccountPage} />
      <Route path="/administration" component={AdministrationPage} />
      <Route default component={NotFound} />
    </Router>
  );
}

/** The whole page: header, routes, notices and the name dialog. */
export function App() {
  return (
    <LocationProvider scope={/^\/(?!api\/)/}>
      <a class="skip" href="#content">
        {texts().shell.skip}
      </a>
      <Header />
      <ErrorBoundary
        onError={() => {
          hasFailed.value = true;
        }}
      >
        {hasFailed.value ? <ErrorFallback /> : <PageRoutes />}
      </ErrorBoundary>
      <div class="toasts">
        <ChallengeNotices />
        <ConnectionNotice />
      </div>
      <NameDialog />
      <Announcer />
    </LocationProvider>
  );
}

/** True if a page could not be rendered or loaded. The reason may be that the server has a newer version. */
const hasFailed = signal(false);

addEventListener('vite:preloadError', () => {
  hasFailed.value = true;
});

/** Replaces a page that has failed. */
function ErrorFallback() {
  const { shell } = texts();
  const { path } = useLocation();
  const failed = useRef(path);
  useEffect(() => {
    if (path !== failed.current) hasFailed.value = false;
  }, [path]);
  return (
    <PageContent title={shell.failed} class="narrow">
      <button type="button" class="primary" onClick={() => location.reload()}>
        {shell.reload}
      </button>
    </PageContent>
  );
}

/** A notice that the connection is lost. The element exists before it has text, for screen readers. */
function ConnectionNotice() {
  const { connection } = texts();
  const left = farewell.value;
  const isDown = status.value === 'lost' || status.value === 'ended';
  const text = left === 'stops' || left === 'replaced' || left === 'removed' ? connection[left] : connection.lost;
  return (
    <div role="status">
      {isDown ? (
        <p class="notice">
          {text}{' '}
          {status.value === 'ended' ? (
            <button type="button" onClick={() => void reconnect()}>
              {connection.again}
            </button>
          ) : null}
        </p>
      ) : null}
    </div>
  );
}
