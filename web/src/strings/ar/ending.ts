// Arabic: why a game is over.
import type { ending as english } from '../en/ending.js';
import type { Entry } from '../entry.js';

export const ending: Record<keyof typeof english, Entry> = {
  'end.why.one_piece': 'بقيت عند {name} قطعة واحدة، وأخذ كل لاعب دوره الأخير.',
  'end.why.one_piece.you': 'بقيت عندك قطعة واحدة، وأخذ كل لاعب دوره الأخير.',
  'end.why.one_piece.alone': 'بقيت عندك قطعة واحدة.',
  'end.why.stuck': 'لم يستطع {name} أن يُنقص قطعه القليلة. بهذا تنتهي اللعبة، ويفوز صاحب أقل القطع.',
  'end.why.stuck.you': 'لم تستطع أن تُنقص قطعك القليلة. بهذا تنتهي اللعبة، ويفوز صاحب أقل القطع.',
  'end.why.stuck.alone': 'لا يمكن أن تنقص يدك أكثر، فانتهت اللعبة.',
  'end.why.emptied': 'لعب {name} ورقته الأخيرة ولم يبقَ في يده شيء.',
  'end.why.emptied.you': 'لعبتَ ورقتك الأخيرة ولم يبقَ في يدك شيء.',
  'end.why.blocked': 'لم يستطع أحد أن يلعب أو يسحب، فعُدّت الأيدي.',
  'end.why.bag_empty': 'لا شيء يتوازن، والكيس فارغ.',
  'end.why.limit': 'بلغت الجولات حدّها، فعُدّت الأيدي.',
  'end.why.repetition': 'عاد الوضع نفسه للمرة الثالثة، فعُدّت الأيدي.',
  'end.why.forfeit': 'انسحب {name}.',
  'end.why.forfeit.you': 'انسحبتَ.',
  'end.why.forfeit.all': 'انسحب جميع الآخرين.',
  'end.why.timeout': 'نفد وقت {name}.',
  'end.why.timeout.you': 'نفد وقتك.',
  'end.timeout.won': 'نفد وقت {name}. فزت.',
  'end.timeout.you': 'نفد وقتك. فاز {name}.',
  'end.timeout.name': 'نفد الوقت. فاز {name}.',
  'end.why.agreed': 'اتفق الجميع على الانتهاء، فعُدّت الأيدي.',
  'end.card.alone': '{name}: {result}',
  'end.why.go': 'متابعة',
};
