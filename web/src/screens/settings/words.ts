// What only the settings say; loaded with them.
import { partOf } from '../../strings/strings.svelte.js';

const en = {
  refused: 'Not saved. A name has up to 24 visible characters, at most two accents on a letter, and is not the name of a bot.',
  server: 'This server',
  imprint: 'Who runs it',
  privacy: 'Privacy',
  contact: 'Contact',
  source: 'Source',
  licence: 'Licence: {name}',
};
const ar: typeof en = {
  refused: 'لم يُحفظ. للاسم 24 محرفًا ظاهرًا على الأكثر، وعلامتان على الحرف على الأكثر، وليس اسم لاعب آلي.',
  server: 'هذا الخادم',
  imprint: 'من يديره',
  privacy: 'الخصوصية',
  contact: 'للتواصل',
  source: 'الشفرة المصدرية',
  licence: 'الرخصة: {name}',
};
export const texts = { en, ar };
export const w = partOf(texts);
