// Texts about copying by hand: they come with what shows them, and not with the first visit.
import type { Entry } from '../strings/entry.js';
import { partOf } from '../strings/strings.svelte.js';

const en = {
  'copied': 'Copied. Paste it where you like.',
  'selected': 'This page may not copy by itself. The text below is selected: press Ctrl+C, or hold it and choose Copy.',
  'text': 'Text to copy',
  'loopback': 'Others cannot open this link: {host} is this device itself. Open Coset at the address that the server shows, and share from there.',
} satisfies Record<string, Entry>;

const ar: Record<keyof typeof en, Entry> = {
  'copied': 'نُسخ. ألصقه حيث تشاء.',
  'selected': 'لا تستطيع هذه الصفحة النسخ بنفسها. النص أدناه محدَّد: اضغط Ctrl+C، أو اضغط عليه مطوّلًا واختر «نسخ».',
  'text': 'نص للنسخ',
  'loopback': 'لا يستطيع غيرك فتح هذا الرابط: {host} هو هذا الجهاز نفسه. افتح Coset على العنوان الذي يعرضه الخادم، وشارك من هناك.',
};

export const w = partOf({ en, ar });
