import { defineConfig } from '@playwright/test';

// The built site, served as in production, in Chromium's headless shell (CHROMIUM: another browser). `npm run build` comes first.
const port = Number(process.env['COSET_WEB_PORT'] ?? 4173);

export default defineConfig({
  testDir: 'e2e',
  // How long a test may hang, on a machine that loses half of its time to others; what is fast enough a test says itself.
  timeout: 120_000,
  // One more than there are cores: a page waits for clocks and motion most of its time.
  workers: Number(process.env['COSET_JOBS'] ?? 2) + 1,
  fullyParallel: true,
  forbidOnly: true,
  // A test that passes only the second time is a test that fails.
  retries: 0,
  // On a busy machine Chromium may stand still for some seconds.
  expect: { timeout: 30_000 },
  reporter: [['list'], ['junit', { outputFile: 'test-results/e2e.xml' }]],
  use: {
    // An action that cannot be done says so, with what stood in its way, well before the test's own end.
    actionTimeout: 40_000,
    baseURL: `http://127.0.0.1:${port}/`,
    viewport: { width: 1280, height: 860 },
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
      args: ['--no-sandbox'],
    },
  },
  // Specs that build what they need run without the site.
  ...(process.env['COSET_NO_SITE'] ? {} : {
    webServer: {
      command: `node tools/serve.mjs dist --port ${port}`,
      url: `http://127.0.0.1:${port}/`,
      reuseExistingServer: false,
    },
  }),
});
