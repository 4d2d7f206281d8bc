import './shell/theme.css';
import './shell/shell.css';
import { render } from 'preact';
import { connect, observe } from './connection/connection.ts';
import { applyThemes } from './settings/user-settings.ts';
import { App } from './shell/app.tsx';
import { keepFocus } from './shell/focus-keeper.ts';
import { loadLanguage, preferredLanguage } from './texts/page-language.ts';

applyThemes();
keepFocus();
connect();
observe();
await loadLanguage(preferredLanguage());
render(<App />, document.getElementById('page')!);
