// Pictures of every screen for docs/screenshots; see tools/screenshots.
import tests from './playwright.config.js';

export default { ...tests, testDir: 'shots', reporter: 'line', outputDir: 'test-results/shots' };
