// Arabic: beside a table.
import type { guide as en } from '../en/guide.js';
import type { Entry } from '../entry.js';

export const guide: Record<keyof typeof en, Entry> = {
  'aim.title': 'الغاية',
  'aim.al-jabar': 'كن أول من تبقى عنده قطعة واحدة: أعطِ أكثر مما تأخذ، والجانبان يصنعان الشيء نفسه.',
  'aim.pairs': 'كل قطعتين متماثلتين على اللوح تتلاشيان، ويأخذ كل لاعب آخر شفافة.',
  'aim.solitaire': 'صِل إلى قطعة واحدة في أدوار قليلة. كل دور يزيد النتيجة 2، وكل زوج يتلاشى ينقصها 1؛ والأقل أفضل.',
  'aim.mad-abel': 'كن أول من لا تبقى عنده ورقة: العب أكبر عدد يصنع المطلوب.',
  'hint.take': 'خذ {pieces} من اللوح.',
  'hint.shed.cancel': 'تستطيع أن تتخلّص من {shed:zero=لا قطع|one=قطعة واحدة|two=قطعتين|few=# قطع|many=# قطعة|other=# قطعة} وأن تُلاشي {clears:zero=لا أزواج|one=زوجًا واحدًا|two=زوجين|few=# أزواج|many=# زوجًا|other=# زوج}.',
  'hint.why': 'تتخلّص بها من {shed} وتُلاشي {clears}؛ وأكثر ما يتخلّص منه {name} بعدها {answer}.',

  'keys.pieces': '{keys}: من يدك. ومع Shift: من اللوح.',
  'keys.enter': 'Enter: نفّذ. Esc: أعد الاختيار.',
  'keys.draw': 'D: اسحب. U: تراجع. H: المصباح.',
  'keys.speak': 'V: الحكم ثانيةً. N: الأعداد. L: الحركة الأخيرة. ?: لماذا.',
  'keys.command': '/: اكتب حركة.',
};
