// What a person may be called, as every server has it (src/engine/bots/person_name.hpp). Both are held to
// tests/unit/bots/names.txt.
const joining = '\\u0620-\\u08ff\\u0900-\\u109f\\u1780-\\u18af\\u1900-\\u1cff\\ua800-\\uabff\\ufb50-\\ufdff\\ufe70-\\ufefc\\u{11000}-\\u{11fff}';
const emoji = '\\xa9\\xae\\u203c\\u2049\\u2122\\u2139\\u2190-\\u27ff\\u2801-\\u2bff\\u3030\\u303d\\u3297\\u3299\\u{1f000}-\\u{1faff}';
const mark = '[\\p{Mn}\\p{Me}]';
const accent = '[\\u0300-\\u036f\\u0483-\\u0489\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f]';

/** Joiners and styles that are seen by what they do. */
const seen = new RegExp(
  `(?<=[${joining}])[\\u200c\\u200d](?=[${joining}])|(?<=[${emoji}]\\ufe0f?)\\u200d(?=[${emoji}])|(?<=[${emoji}])\\ufe0f|(?<=[0-9#*])\\ufe0f(?=\\u20e3)`,
  'gu',
);
const hidden = /^ | $|(?! )[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Z}\p{DI}\p{NChar}\u2800]/u;
const stacked = new RegExp(`(^| )${mark}|(${mark})\\2|${mark}{5}|${accent}{3}`, 'u');
const bots = /^(bot)?(level\d+|random|greedy|lookahead|strong|alphabeta|montecarlo)$|^bot$/;

export function nameError(name: string): 'length' | 'invisible' | 'marks' | 'character' | 'bot' | undefined {
  const size = [...name].length;
  if (size < 1 || size > 24) return 'length';
  const shown = name.replace(seen, '');
  if (hidden.test(shown)) return 'invisible';
  if (stacked.test(shown)) return 'marks';
  if (/[<>&"\\]/.test(name)) return 'character';
  const plain = name.replace(/:.*/, '').replace(/[ ._-]/g, '').toLowerCase();
  return bots.test(plain) ? 'bot' : undefined;
}
