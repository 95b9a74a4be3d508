// Arabic: seats at a table of a server.
import type { seat as english } from '../en/seat.js';
import type { Entry } from '../entry.js';

export const seat: Record<keyof typeof english, Entry> = {
  'takeover.time': 'نفد وقتك، فيلعب لاعب آلي مكانك.',
  'takeover.away': 'غبتَ، فيلعب لاعب آلي مكانك.',
  'takeover.again': 'إن نفد مرة أخرى قبل أن تُكمل دورًا خسرت اللعبة.',
  'takeover.back': 'استعِد مقعدك',
  'takeover.time.other': 'نفد وقت {name}، فيلعب لاعب آلي مكانه.',
  'takeover.away.other': 'غاب {name}، فيلعب لاعب آلي مكانه.',
  'lamp.used': 'استعمل {name} المصباح.',
  'lamp.title': 'المصباح',
  'lamp.on': 'مسموح',
  'lamp.off': 'مطفأ',
  'lamp.about': 'تلميحات خطوة خطوة. يرى الآخرون كل استعمال.',
  'lamp.listed': 'الطاولات المفتوحة بلا مصباح.',
};
