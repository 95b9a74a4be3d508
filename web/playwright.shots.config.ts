// Pictures of every screen for build/screenshots and docs/images; see tools/screenshots.
import tests from './playwright.config.js';

export default { ...tests, testDir: 'shots', reporter: 'line', outputDir: 'test-results/shots' };
