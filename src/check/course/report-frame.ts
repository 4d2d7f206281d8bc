import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { visibleText } from './visible-text.ts';

/** HTML in which all texts are escaped. */
export type Html = ReturnType<typeof html>;

const STYLE = `
:root { color-scheme: light dark; --ink: #1c1b19; --faint: #5d5a55; --paper: #fdfcfa; --line: #d8d4cc; --band: #f3f0ea;
  --kept: #1a6b33; --broken: #a3201a; --open: #7a5200; --link: #1a4f8b; }
@media (prefers-color-scheme: dark) { :root { --ink: #ece9e3; --faint: #aaa59c; --paper: #191817; --line: #3b3936;
  --band: #242321; --kept: #7fd396; --broken: #ff9d92; --open: #e8c16a; --link: #9cc7ff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 1.5rem 1rem 4rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .25rem; }
h2 { font-size: 1.2rem; margin: 2.25rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
p { margin: .4rem 0; } .faint { color: var(--faint); } a { color: var(--link); }
table { border-collapse: collapse; width: 100%; } caption { text-align: left; color: var(--faint); padding-bottom: .4rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem 1rem .4rem 0; border-bottom: 1px solid var(--line); }
thead th { font-size: .85rem; color: var(--faint); font-weight: 600; } tbody th { font-weight: 600; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.v { white-space: nowrap; font-weight: 600; width: 8rem; overflow-wrap: normal; }
.kept, .passed { color: var(--kept); } .broken, .failed { color: var(--broken); } .open { color: var(--open); }
pre { margin: .4rem 0; padding: .6rem .8rem; background: var(--band); border-left: 3px solid var(--line);
  font: .875rem/1.45 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
dl { margin: .4rem 0; display: grid; grid-template-columns: max-content 1fr; gap: .15rem .8rem; }
dt { color: var(--faint); } dd { margin: 0; } dd code { font: .875rem/1.45 ui-monospace, monospace; }
.mismatch { border-top: 1px solid var(--line); padding-top: .2rem; break-inside: avoid; }
@media (max-width: 40rem) { thead { position: absolute; clip-path: inset(50%); } tr { display: block; padding: .5rem 0;
  border-bottom: 1px solid var(--line); } th, td { display: block; border: 0; padding: .05rem 0; width: auto; }
  .n { text-align: left; display: inline-block; margin-right: 1rem; } [data-label]::before { content: attr(data-label) " ";
  color: var(--faint); font-weight: 400; } }
@media print { :root { color-scheme: light; --ink: #000; --faint: #444; --paper: #fff; --line: #bbb; --band: #f4f4f4;
  --kept: #000; --broken: #000; --open: #000; --link: #000; } body { max-width: none; padding: 0; font-size: 10pt; }
  thead { display: table-header-group; } tr { break-inside: avoid; } a { text-decoration: none; } }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Makes a page that loads nothing and runs no script: its policy allows only the style sheet that it contains. */
export async function makePage(title: string, content: Html): Promise<string> {
  const policy = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'`;
  const page = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${visibleText(title)}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
${content}
</body>
</html>
`;
  return page.toString();
}
