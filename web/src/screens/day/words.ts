// Texts of the day: they come with its screen and with the end of its deal, and not with the first visit.
import type { Entry } from '../../strings/entry.js';
import { partOf } from '../../strings/strings.svelte.js';

const en = {
  'title': 'The deal of {day}',
  'unknown': 'There is no such day.',
  'par': 'Par {n}. That is what a simple bot scores; lower is better.',
  'over': 'A day that is over can still be played. It does not count for your week.',
  'later': 'This deal comes on {day}.',
  'puzzle': 'The puzzle of this day',
  'today': 'To today’s deal',
  'tomorrow': { one: 'The next deal comes in {n} hour.', other: 'The next deal comes in {n} hours.' },
  'link': 'The link to this day',
  'share': 'Share this day',
  'more': 'This day',
} satisfies Record<string, Entry>;

const ar: Record<keyof typeof en, Entry> = {
  'title': 'توزيعة {day}',
  'unknown': 'لا يوجد يوم كهذا.',
  'par': 'المعيار {n}، وهو نتيجة لاعب آلي بسيط؛ والأقل أفضل.',
  'over': 'يمكن لعب توزيعة يوم مضى، لكنها لا تُحسب في أسبوعك.',
  'later': 'تأتي هذه التوزيعة في {day}.',
  'puzzle': 'لغز هذا اليوم',
  'today': 'إلى توزيعة اليوم',
  'tomorrow': {
    zero: 'تأتي التوزيعة التالية الآن.', one: 'تأتي التوزيعة التالية بعد ساعة.', two: 'تأتي التوزيعة التالية بعد ساعتين.',
    few: 'تأتي التوزيعة التالية بعد {n} ساعات.', many: 'تأتي التوزيعة التالية بعد {n} ساعة.', other: 'تأتي التوزيعة التالية بعد {n} ساعة.',
  },
  'link': 'رابط هذا اليوم',
  'share': 'شارك هذا اليوم',
  'more': 'هذا اليوم',
};

export const w = partOf({ en, ar });
