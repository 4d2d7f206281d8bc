import { ErrorBoundary, LocationProvider } from 'preact-iso';
import { Challenges } from '../lobby/challenges.tsx';
import { NameDialog } from '../name-dialog/name-dialog.tsx';
import { texts } from '../texts/page-language.ts';
import { Announcer } from './announcer.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { ErrorFallback, hasFailed } from './error-fallback.tsx';
import { Header } from './header.tsx';
import { PageRoutes } from './page-routes.tsx';

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
        <Challenges />
        <ConnectionNotice />
      </div>
      <NameDialog />
      <Announcer />
    </LocationProvider>
  );
}
