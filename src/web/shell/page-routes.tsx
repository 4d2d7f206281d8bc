import { lazy, Route, Router } from 'preact-iso';
import { LobbyPage } from '../lobby/lobby-page.tsx';
import { NotFound } from './not-found.tsx';

const GamePage = lazy(async () => (await import('../game/game-page.tsx')).GamePage);
const InvitationPage = lazy(async () => (await import('../lobby/invitation-page.tsx')).InvitationPage);
const ArchivePage = lazy(async () => (await import('../archive/archive-page.tsx')).ArchivePage);
const PlayerPage = lazy(async () => (await import('../player/player-page.tsx')).PlayerPage);
const RatingsPage = lazy(async () => (await import('../player/ratings-page.tsx')).RatingsPage);
const InspectorPage = lazy(async () => (await import('../inspector/inspector-page.tsx')).InspectorPage);
const AccountPage = lazy(async () => (await import('../account/account-page.tsx')).AccountPage);
const AdministrationPage = lazy(async () => (await import('../account/administration-page.tsx')).AdministrationPage);

/** All paths of the page. The components read their address with `useRoute().params` and `.query`. */
export function PageRoutes() {
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
