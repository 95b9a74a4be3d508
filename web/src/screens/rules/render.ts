// The rulebook's Markdown as HTML. The text is our own; still nothing in it can be more than text:
// raw HTML is written out, and links go to pages of the rulebook or to the web.
import { Marked, Renderer, type Token, type Tokens } from 'marked';
import { namesOf } from '../../engine/notation.js';
import { placeOf, slugOf } from './pages.js';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export function reader(page: string) {
  const marked = new Marked({
    renderer: {
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escaped(text),
      image: ({ text }: Tokens.Image) => escaped(text),
      heading({ depth, text, tokens }: Tokens.Heading) {
        return `<h${depth} id="${slugOf(text)}" tabindex="-1">${this.parser.parseInline(tokens)}</h${depth}>`;
      },
      link({ href, tokens }: Tokens.Link) {
        const to = placeOf(href, page);
        const text = this.parser.parseInline(tokens);
        return to === undefined ? text : `<a href="${escaped(to)}">${text}</a>`;
      },
      // Wide tables scroll in a frame of their own, which the keyboard reaches.
      table(token: Tokens.Table) {
        return `<div class="wide" tabindex="0">${Renderer.prototype.table.call(this, token)}</div>`;
      },
      code: ({ text }: Tokens.Code) => `<pre dir="ltr" tabindex="0"><code>${escaped(text)}</code></pre>`,
      codespan: ({ text }: Tokens.Codespan) => `<code dir="ltr">${escaped(text)}</code>`,
    },
  });
  return {
    tokens: (markdown: string) => marked.lexer(markdown) as Token[],
    html: (tokens: Token[]) => marked.parser(tokens),
  };
}

/** A line such as `i*j = k in Q8`. */
export interface Sum {
  group: string;
  sides: string[][];
}
export type Part = { html: string } | { sums: Sum[] };

/** Undefined: a line that is better left as it is written. */
export function sumOf(line: string): Sum | undefined {
  const [, equation = line, group = 'Z2^3'] = /^(.*?) in (.+)$/.exec(line) ?? [];
  if (/ /.test(group)) return undefined;
  return { group, sides: equation.split('=').map(namesOf) };
}

/** What stands under one heading of the second rank, which has its HTML; what comes before the first one has none. */
export interface Chapter {
  title?: string;
  parts: Part[];
}
export function chaptersOf(tokens: Token[], html: (tokens: Token[]) => string): Chapter[] {
  const chapters: { heading?: Token; tokens: Token[] }[] = [{ tokens: [] }];
  for (const token of tokens) {
    if (token.type === 'heading' && (token as Tokens.Heading).depth === 2) chapters.push({ heading: token, tokens: [] });
    else chapters.at(-1)!.tokens.push(token);
  }
  return chapters.map(({ heading, tokens: own }) => ({ ...(heading ? { title: html([heading]) } : {}), parts: partsOf(own, html) }));
}

/** Sums are drawn as pieces, everything else is HTML. */
export function partsOf(tokens: Token[], html: (tokens: Token[]) => string): Part[] {
  const parts: Part[] = [];
  let run: Token[] = [];
  const flush = () => {
    if (run.length > 0) parts.push({ html: html(run) });
    run = [];
  };
  for (const token of tokens) {
    const lines = token.type === 'code' && token['lang'] === 'sum' ? (token as Tokens.Code).text.split('\n') : [];
    const sums = lines.filter((line) => line.trim() !== '').map(sumOf);
    if (sums.length > 0 && sums.every((sum) => sum !== undefined)) {
      flush();
      parts.push({ sums });
    } else {
      run.push(token);
    }
  }
  flush();
  return parts;
}
