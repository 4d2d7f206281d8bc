import { ErrorBoundary, LocationProvider } from 'preact-iso';
import { NameDialog } from '../entering/name-dialog.tsx';
import { Challenges } from '../lobby/challenges.tsx';
import { texts } from '../texts/language.ts';
import { Announcer } from './announcer.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { Header } from './header.tsx';
import { Routes } from './routes.tsx';
import { Trouble, trouble } from './trouble.tsx';

export function App() {
  return (
    <LocationProvider scope={/^\/(?!api\/)/}>
      <a class="skip" href="#content">
        {texts().shell.skip}
      </a>
      <Header />
      <ErrorBoundary
        onError={() => {
          trouble.value = true;
        }}
      >
        {trouble.value ? <Trouble /> : <Routes />}
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
