import { mkdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions } from 'playwright-core';
import { Scene } from '../test/e2e/browser/screenshot-scenes.ts';
import { TestServer } from '../test/e2e/browser/test-server.ts';
import type { Visitor } from '../test/e2e/browser/visitor.ts';

// Takes the screenshots of docs/page.md: each view in two sizes, and some in the dark theme.
// npm run screenshots [-- NAME]...   takes only the named ones

const folder = fileURLToPath(new URL('../docs/screenshots/', import.meta.url));
/** The largest size of a picture in bytes, because some readers have slow connections. */
const LARGEST = 120 * 1024;

const SIZES: Readonly<Record<string, BrowserContextOptions>> = {
  wide: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
};

const only = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

const server = await TestServer.open('--house', '--house-wait', '600', '--admin', 'ada', '--durability', 'os');
const scene = new Scene(server);
try {
  const games = await scene.build();
  for (const size of Object.keys(SIZES)) await takeScreenshots(games, size, 'light');
  await takeScreenshots(games, 'wide', 'dark', ['lobby', 'watching']);
} finally {
  scene.close();
  await server.close();
}

async function takeScreenshots(
  games: Awaited<ReturnType<Scene['build']>>,
  size: string,
  theme: string,
  names?: readonly string[],
): Promise<void> {
  const ada = await scene.signedIn('ada', { browser: SIZES[size]!, settings: { theme } });
  const scenes: Readonly<Record<string, () => Promise<void>>> = {
    lobby: async () => {
      await ada.goTo('/');
      await ada.page.getByText('Sente').first().waitFor();
      if ((await ada.page.getByText('Anybody for a game on 9 lines?').count()) > 0) return;
      await ada.lobby.sendChat('Anybody for a game on 9 lines?');
      await ada.page.getByText('Anybody for a game on 9 lines?').waitFor();
    },
    watching: async () => {
      await ada.goTo(`/games/${games.running}`);
      await ada.game.waitForPoint('M12, white stone, last move');
    },
    finished: async () => {
      await ada.goTo(`/games/${games.counted}`);
      await ada.page
        .getByText(/wins by/)
        .first()
        .waitFor();
    },
    row: async () => {
      await ada.goTo(`/games/${games.row}`);
      await ada.page.getByText('Black wins with five in a row').first().waitFor();
    },
    archive: async () => {
      await ada.goTo('/archive');
      await ada.page.getByText('jonas').first().waitFor();
    },
    player: async () => {
      await ada.goTo('/players/mira');
      await ada.page.getByText('jonas').first().waitFor();
    },
    ratings: async () => {
      await ada.goTo('/ratings?class=go-9');
      await ada.page.getByText('mira').first().waitFor();
    },
    inspector: async () => {
      await ada.goTo(`/inspector/${games.counted}`);
      for (let step = 0; step < 24; step++) await ada.page.getByRole('button', { name: 'Next message' }).click();
    },
    account: async () => {
      await ada.goTo('/account');
      await ada.page.getByText('Signed in as ada').waitFor();
    },
    administration: async () => {
      await ada.goTo('/administration');
      await ada.page.getByText('tenuki').first().waitFor();
    },
    settings: async () => {
      await ada.goTo('/');
      await ada.page.getByRole('button', { name: 'Settings' }).click();
    },
    playing: () => play(ada),
  };
  for (const [name, goThere] of Object.entries(scenes)) {
    if ((names !== undefined && !names.includes(name)) || (only.length > 0 && !only.includes(name))) continue;
    await goThere();
    await takeScreenshot(ada, `${name}-${size}${theme === 'light' ? '' : `-${theme}`}`);
    // The lobby would show a player's running game instead of the list.
    if (name === 'playing') await ada.game.resign();
  }
  await ada.leave();
}

/** Plays a few stones against the built-in player, until it is Ada's turn again. */
async function play(ada: Visitor): Promise<void> {
  await ada.goTo('/');
  await ada.lobby.playComputer({ lines: 9 });
  for (const vertex of ['E5', 'G3']) {
    await ada.game.waitForTurn();
    const { length } = await ada.game.stones();
    if (await ada.game.hasStone(vertex)) continue;
    await ada.game.choose(vertex);
    await ada.game.waitForText(`Move ${length + 2} of ${length + 2}`);
  }
  await ada.game.waitForTurn();
}

/** Saves a JPEG: a board has so many shades that a PNG would be large. Reduces the quality until the file is small enough. */
async function takeScreenshot({ page }: Visitor, name: string): Promise<void> {
  const path = `${folder}${name}.jpg`;
  await page.mouse.move(0, 0);
  // A line of chat that was sent before has scrolled the page to it.
  await page.evaluate('scrollTo(0, 0)');
  for (const quality of [85, 75, 60]) {
    await page.screenshot({ path, type: 'jpeg', quality, animations: 'disabled' });
    if (statSync(path).size <= LARGEST) break;
  }
  console.log(`${name}: ${Math.ceil(statSync(path).size / 1024)} KiB`);
}
