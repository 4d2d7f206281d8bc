import { ErrorBoundary, LocationProvider } from 'preact-iso';
import { ChallengeNotices } from '../lobby/challenge-notices.tsx';
import { NameDialog } from '../name-dialog/name-dialog.tsx';
import { texts } from '../texts/page-language.ts';
import { Announcer } from './announcer.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { ErrorFallback, hasFailed } from './error-fallback.tsx';
import { Header } from './header.tsx';
import { PageRoutes } from './page-routes.tsx';

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
