// The text of an error by its code, in the language of the screen. The sender's English is never shown in another language.
import type { Entry } from './entry.js';
import { format, language, t } from './strings.svelte.js';

export interface CodedError {
  code: string;
  message: string;
  /** In seconds. */
  retryAfter?: number;
}
type Texts = Record<string, Entry>;

const loaders: Record<string, () => Promise<{ errors: Texts }>> = { en: () => import('./en/errors.js'), ar: () => import('./ar/errors.js') };
let texts = $state.raw<Record<string, Texts>>({});
const loading = new Map<string, Promise<void>>();
/** Codes whose English message has details that our text has not: those of the engine, the table at which a guest plays, and the
 * reason for which a server closes a connection. */
const detailed = /^(guest\.playing$|connection\.closed$|(name|move|word|tally|spec|group|bot|setup|position)\.|table\.(name|names|shape|not_(closed|latin|associative)|no_\w+)$)/;

const localeOf = (id: string) => (id in loaders ? id : 'en');

/** Loads the texts before there is an error, so that they are here even without a connection. */
export function loadErrors(id: string = language()): Promise<void> {
  const locale = localeOf(id);
  let found = loading.get(locale);
  if (!found) {
    found = loaders[locale]!().then(
      ({ errors }) => void (texts = { ...texts, [locale]: errors }),
      () => void loading.delete(locale),
    );
    loading.set(locale, found);
  }
  return found;
}

export function errorText({ code, message, retryAfter }: CodedError): string {
  const locale = localeOf(language());
  const known = texts[locale];
  if (!known) {
    void loadErrors(locale);
    return locale === 'en' ? message : '';
  }
  const own = known[`error.${code}`];
  const family = known[`error.${code.split('.')[0]}`];
  if (locale === 'en' && message && (!own || detailed.test(code))) return message;
  const text = format(own ?? family ?? known['error.unknown']!, {}, locale);
  // The last sentence of a text says when to try again; here the sender says it.
  return retryAfter ? `${text.replace(/\. [^.]+\.$/, '.')} ${format(known['error.retry']!, { n: retryAfter }, locale)}` : text;
}

/** Of something that was thrown: by its code if it has one. */
export async function thrownText(error: unknown): Promise<string> {
  await loadErrors();
  const { problem, code, message = String(error) } = (error ?? {}) as { problem?: CodedError; code?: unknown; message?: string };
  // Without a connection there may be no texts either.
  return errorText(problem ?? { code: typeof code === 'string' ? code : '', message }) || t('app.broken');
}

/** The words of an exception or of the browser: only inside English. */
export const rawText = (text: string): string => (localeOf(language()) === 'en' ? text : '');
