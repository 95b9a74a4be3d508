// Arabic: the lab's quotients and sums.
import type { labParts as english } from '../en/lab_parts.js';
import type { Entry } from '../entry.js';

export const labParts: Record<keyof typeof english, Entry> = {
  'quotient.is': 'إنها {name}',
  'quotient.unnamed': 'زمرة من {n}',
  'quotient.isElement': 'هو',
  'quotient.same': 'الجدول نفسه بأسماء أخرى.',
  'quotient.noName': 'ليست هذه الزمرة في أي عائلة هنا، ويمكن فتحها مع ذلك.',
  'quotient.abelian': {
    zero: 'لا عناصر.', one: 'عنصر واحد.', two: 'عنصران، والترتيب لا يهم.', few: '{n} عناصر، والترتيب لا يهم.', many: '{n} عنصرًا، والترتيب لا يهم.',
    other: '{n} عنصر، والترتيب لا يهم.',
  },
  'quotient.notAbelian': '{n} عناصر، والترتيب ما زال مهمًا: {a}·{b} هو {c}، و{b}·{a} هو {d}.',
  'quotient.how': 'كيف حدث ذلك',
  'quotient.step1': 'كما كان.',
  'quotient.step1.about': '{n} صفًا بترتيب الزمرة.',
  'quotient.step2': 'مرتّبًا حسب {subgroup}.',
  'quotient.step2.about': 'كل كتلة من {n} بلون واحد: الحاصل معرّف جيدًا.',
  'quotient.step3': 'بلاطة لكل كتلة.',
  'quotient.step3.about': 'من يضرب الكتل ينسى من بداخلها.',
  'quotient.open': 'افتح {name} في المختبر',
  'quotient.table': 'جدول زمرة القسمة: الصف في العمود',
  'sums.about': 'خذ قطعًا وانظر ما تصنع، خطوة خطوة.',
  'sums.handful': 'ما أخذتَه',
  'sums.press': 'اضغط قطعًا في الأسفل',
  'sums.pieces': 'قطع الزمرة',
  'sums.sum': 'المجموع: {piece}',
  'sums.makes': '{word} تصنع {sum}',
  'sums.steps': 'خطوة خطوة',
  'sums.noSteps': 'لم يؤخذ شيء بعد، فهو يصنع القطعة التي لا تغيّر شيئًا.',
  'sums.exponent': 'أي قطعة تؤخذ {n} مرات لا تغيّر شيئًا.',
  'sums.ways': 'طرق صنع قطعة',
  'sums.make': 'اصنع',
  'sums.with': 'من',
  'sums.count': {
    zero: 'لا قطع', one: 'قطعة واحدة', two: 'قطعتين', few: '{n} قطع', many: '{n} قطعة', other: '{n} قطعة',
  },
  'sums.distinct': 'كلها مختلفة',
  'sums.found': {
    zero: 'لا طريقة', one: 'طريقة واحدة', two: 'طريقتان', few: '{n} طرق', many: '{n} طريقة', other: '{n} طريقة',
  },
  'sums.firstOf': 'تظهر أول {n}.',
};
