import { readFileSync } from 'node:fs';

const sidebar: unknown = JSON.parse(readFileSync(new URL('./sidebar.json', import.meta.url), 'utf8'));

// The build fails on a link that leads to no page.
export default {
  title: 'Tengen',
  description: 'One server where every Go and Gomoku protocol meets.',
  lang: 'en',
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  srcDir: 'pages',
  outDir: 'dist',
  cleanUrls: false,
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar,
  },
};
