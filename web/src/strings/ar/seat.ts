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
  'takeover.home': 'يلعب لاعب آلي مكانك.',
  'away.for': {
    zero: '{name} غائب منذ {n} دقيقة.',
    one: '{name} غائب منذ دقيقة.',
    two: '{name} غائب منذ دقيقتين.',
    few: '{name} غائب منذ {n} دقائق.',
    many: '{name} غائب منذ {n} دقيقة.',
    other: '{name} غائب منذ {n} دقيقة.',
  },
  'away.soon': 'لا يلعب أحد مكانه. بعد عشر دقائق يمكنك أن تدع لاعبًا آليًا يكمل.',
  'away.may': 'يمكنك أن تدع لاعبًا آليًا يكمل.',
  'away.let': 'دع لاعبًا آليًا يكمل',
  'away.asked': '{name} يطلب أن يكمل لاعب آلي مكان {other} الغائب.',
  'away.about': 'لا يلعب أحد مكان لاعب غائب. بعد عشر دقائق يمكن للآخرين أن يدعوا لاعبًا آليًا يكمل.',
  'lamp.used': 'استعمل {name} المصباح.',
  'lamp.title': 'المصباح',
  'lamp.on': 'مسموح',
  'lamp.off': 'مطفأ',
  'lamp.about': 'تلميحات خطوة خطوة. يرى الآخرون كل استعمال.',
  'lamp.listed': 'الطاولات المفتوحة بلا مصباح.',
};
